import PlayheadModel

/// The script of documents: it adds nothing that cannot be read without it.
package enum PageScript {
  /// The script.
  package static let text = "'use strict';\n" + scenes + "\n" + rest

  /// Its hash, as a security policy names it.
  package static let digest = ContentDigest.base64(of: text)

  /// What zooms and reads pictures.
  ///
  /// Every value that it shows is read back from the paths, which hold the units of the axes.
  ///
  /// `Scene(root)` returns what redraws it once paths and its end have changed, as on the page of
  /// `serve`.
  package static let scenes = #"""
    const all = (root, what) => [...root.querySelectorAll(what)];
    const make = (name, properties = {}) => Object.assign(document.createElement(name), properties);
    const plain = (value, places) => String(Number(value.toFixed(places)));

    function clock(milliseconds, places = 3) {
      const seconds = milliseconds / 1000;
      if (seconds < 60) return plain(seconds, places) + ' s';
      const part = (value) => String(value).padStart(2, '0');
      const rest = (seconds % 60).toFixed(Math.min(places, 3)).replace(/\.?0+$/, '') || '0';
      const minutes = Math.floor(seconds / 60);
      const tail = (Number(rest) < 10 ? '0' : '') + rest;
      return minutes < 60 ? minutes + ':' + tail
        : Math.floor(minutes / 60) + ':' + part(minutes % 60) + ':' + tail;
    }
    function amount(value, unit) {
      if (unit === 'time') return clock(value, 2);
      if (unit === 'share') return plain(value / 1e4, 2) + ' %';
      const names = unit === 'rate' ? ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s']
        : ['B', 'kB', 'MB', 'GB'];
      if (unit !== 'rate' && unit !== 'bytes') return plain(value, 0);
      const step = value < 1 ? 0 : Math.min(3, Math.floor(Math.log10(value) / 3));
      return Number((value / 1000 ** step).toPrecision(4)) + ' ' + names[step];
    }

    // The points of a path, or the rectangles of one that is made of these.
    const read = new WeakMap();
    function shape(path) {
      if (read.has(path)) return read.get(path);
      const points = [], boxes = [];
      let x = 0, y = 0, left = 0, right = 0, low = 0;
      for (const part of path.getAttribute('d').matchAll(/([Mlhvz])([^Mlhvz]*)/g)) {
        const values = (part[2].match(/-?[\d.]+/g) || []).map(Number);
        if (part[1] === 'M') { [x, y] = values; left = right = x; low = y; }
        else if (part[1] === 'l') { x += values[0]; y += values[1]; }
        else if (part[1] === 'h') { x += values[0]; right = Math.max(right, x); }
        else if (part[1] === 'v') y += values[0];
        else { boxes.push([left, right]); continue; }
        points.push([x, y]);
      }
      const result = { points, boxes };
      read.set(path, result);
      return result;
    }
    // The height of a line at a place; null beyond its ends.
    function height(points, at) {
      if (!points.length || at < points[0][0] || at > points[points.length - 1][0]) return null;
      let low = 0, high = points.length - 1;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (points[middle][0] <= at) low = middle; else high = middle;
      }
      const [[x0, y0], [x1, y1]] = [points[low], points[high]];
      return at >= x1 ? y1 : x1 === x0 ? y1 : y0 + (y1 - y0) * (at - x0) / (x1 - x0);
    }

    function Scene(root) {
      const unit = root.dataset.unit;
      let end = Number(root.dataset.end);
      const grounds = all(root, '.across'), pictures = all(root, '.across > svg');
      const listed = () => all(root, '.panel.first .band').map((band) => ({
        from: Number(band.dataset.from), to: Number(band.dataset.to), title: band.title,
        isStall: band.classList.contains('t-stalled') }));
      let bands = listed();
      let from = 0, to = end, at = null, chosen = -1;
      const heights = new Map(pictures.map((svg) => [svg, svg.viewBox.baseVal.height]));
      const share = (place) => (place - from) / (to - from) * 100;
      const places = document.createElement('output');
      const cursors = grounds.map((ground) => {
        const cursor = make('div', { className: 'cursor', hidden: true });
        ground.append(cursor);
        return cursor;
      });

      function step(range, count) {
        const least = range / count, second = unit === 'time' ? 1000 : 1;
        for (let power = 1; power < 1e15; power *= 10) {
          for (const factor of [1, 2, 5]) {
            if (power * factor >= least && (unit !== 'time' || power * factor <= 10 * second)) {
              return power * factor;
            }
          }
          if (unit === 'time' && power > 10 * second) break;
        }
        const long = [15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 18000, 36000];
        return (long.find((one) => one * second >= least) || 86400) * second;
      }
      function ticks() {
        for (const row of all(root, '.x')) {
          const by = step(to - from, row.classList.contains('wide') ? 10 : 4);
          row.replaceChildren();
          for (let place = Math.ceil(from / by) * by; place <= to + by / 1e6; place += by) {
            const text = unit === 'time' ? clock(place) : amount(place, unit);
            const label = make('span', { textContent: text });
            label.style.left = share(place) + '%';
            row.append(label);
          }
        }
      }
      // The pictures of what is at the playhead, as many as fit: each stands until another does.
      const reel = root.querySelector('.reel');
      const frames = reel ? new Map(all(reel, '.frame').map((one) => [one.dataset.i, one])) : null;
      const turns = reel ? reel.dataset.steps.split(' ').map((one) => one.split(':')) : [];
      function unroll() {
        if (!reel) return;
        const width = reel.getBoundingClientRect().width;
        const count = Math.max(2, Math.round(width / 88));
        const runs = [];
        for (let cell = 0; cell < count; cell += 1) {
          const place = from + (cell + 0.5) / count * (to - from);
          const turn = turns.findLast((one) => Number(one[0]) <= place) || turns[0];
          const last = runs[runs.length - 1];
          if (last && last.name === turn[1]) last.length += 1;
          else runs.push({ name: turn[1], cell, length: 1 });
        }
        reel.replaceChildren(...runs.map((run) => {
          const frame = frames.get(run.name).cloneNode();
          frame.hidden = false;
          frame.style.left = run.cell / count * 100 + '%';
          frame.style.width = run.length / count * 100 + '%';
          return frame;
        }));
      }
      if (reel) new ResizeObserver(unroll).observe(reel);
      function show(start, stop) {
        const least = Math.max(end / 1e6, unit === 'time' ? 20 : 1);
        const length = Math.min(end, Math.max(least, stop - start));
        from = Math.max(0, Math.min(start, end - length));
        to = from + length;
        for (const svg of pictures) {
          svg.setAttribute('viewBox', from + ' 0 ' + (to - from) + ' ' + heights.get(svg));
        }
        for (const band of all(root, '.band')) {
          const left = Math.max(0, share(Number(band.dataset.from)));
          const right = Math.min(100, share(Number(band.dataset.to)));
          band.hidden = right < 0 || left > 100;
          band.style.left = left + '%';
          band.style.width = Math.max(0, right - left) + '%';
        }
        for (const sign of all(root, '.sign')) {
          const left = share(Number(sign.dataset.at));
          sign.hidden = left < 0 || left > 100;
          sign.style.left = left + '%';
        }
        ticks();
        unroll();
        root.dataset.from = from;
        root.dataset.to = to;
        move(at);
        root.dispatchEvent(new CustomEvent('range'));
      }
      // Reads all panels at a place; null for none.
      function move(place) {
        at = place === null ? null : Math.max(0, Math.min(end, place));
        const isSeen = at !== null && at >= from && at <= to;
        for (const cursor of cursors) {
          cursor.hidden = !isSeen;
          if (isSeen) cursor.style.left = share(at) + '%';
        }
        for (const panel of all(root, '.panel')) {
          const svg = panel.querySelector('svg');
          for (const entry of all(panel, '.legend li')) {
            entry.querySelector('b').textContent = at === null ? '' : value(svg, entry.dataset.n);
          }
        }
        const range = from === 0 && to === end ? '' : ' · showing ' + amount(from, unit) + ' to '
          + amount(to, unit);
        const band = at === null ? null : bands.find((one) => at >= one.from && at <= one.to);
        places.textContent = (at === null ? '' : 'at ' + clockOr(at))
          + (band ? ' · ' + band.title : '')
          + range;
      }
      const clockOr = (place) => unit === 'time' ? clock(place) : amount(place, unit);
      function value(svg, name) {
        const grid = Number(svg.dataset.grid);
        for (const path of all(svg, 'path')) {
          if (path.dataset.n !== name) continue;
          const { points, boxes } = shape(path);
          if (path.classList.contains('level')) {
            // A place across has no height to read.
            if (points.length > 1 && points[0][0] === points[1][0]) continue;
            if (svg.dataset.unit) return amount(points[0][1] * grid, svg.dataset.unit);
          } else if (path.classList.contains('line')) {
            const found = height(points, at);
            if (found !== null) return amount(found * grid, svg.dataset.unit);
          } else if (boxes.some(([left, right]) => at >= left && at < right)) return '✓';
        }
        return '';
      }
      const zoom = (factor) => {
        const middle = at !== null && at >= from && at <= to ? at : (from + to) / 2;
        show(middle - (middle - from) * factor, middle + (to - middle) * factor);
      };
      function choose(index) {
        const waits = bands.filter((band) => band.isStall);
        if (!waits.length) return;
        chosen = (index + waits.length) % waits.length;
        const band = waits[chosen], margin = Math.max((band.to - band.from) * 1.5, end / 2000);
        at = band.from;
        show(band.from - margin, band.to + margin);
      }
      const whole = () => { chosen = -1; at = null; show(0, end); };

      const place = (event) => {
        const box = grounds[0].getBoundingClientRect();
        return from + (event.clientX - box.left) / box.width * (to - from);
      };
      let pressed = null;
      for (const ground of grounds) {
        ground.addEventListener('pointermove', (event) => {
          if (pressed) {
            const now = Math.max(from, Math.min(to, place(event)));
            pressed.bar.style.left = share(Math.min(pressed.at, now)) + '%';
            pressed.bar.style.width = Math.abs(share(now) - share(pressed.at)) + '%';
          }
          move(place(event));
        });
        ground.addEventListener('pointerleave', (event) => {
          // A finger that is lifted has read.
          if (!pressed && event.pointerType !== 'touch') move(null);
        });
        ground.addEventListener('pointerdown', (event) => {
          if (event.button !== 0 || event.target.closest('a')) return;
          const bar = make('div', { className: 'drag' });
          ground.append(bar);
          ground.setPointerCapture(event.pointerId);
          pressed = { at: place(event), x: event.clientX, bar };
        });
        const release = (event) => {
          if (!pressed) return;
          const { at: start, x, bar } = pressed;
          bar.remove();
          pressed = null;
          if (event.type === 'pointercancel') return;
          const stop = place(event);
          if (Math.abs(event.clientX - x) > 4) {
            show(Math.min(start, stop), Math.max(start, stop));
            return;
          }
          const band = bands.find((one) => stop >= one.from && stop <= one.to);
          if (!band) { move(stop); return; }
          const waits = bands.filter((one) => one.isStall);
          if (band.isStall) choose(waits.indexOf(band));
          else show(band.from - (band.to - band.from) * 0.5, band.to + (band.to - band.from) * 0.5);
        };
        ground.addEventListener('pointerup', release);
        ground.addEventListener('pointercancel', release);
        ground.addEventListener('dblclick', whole);
      }

      const bar = make('div', { className: 'toolbar' });
      const button = (text, title, act) => {
        const one = make('button', { type: 'button', textContent: text, title });
        one.addEventListener('click', act);
        bar.append(one);
        return one;
      };
      if (root.classList.contains('zoomable')) {
        bar.setAttribute('role', 'toolbar');
        bar.setAttribute('aria-label', 'Zoom');
        button('Zoom in', 'Key +', () => zoom(0.5));
        button('Zoom out', 'Key −', () => zoom(2));
        button('Show all', 'Key 0', whole);
        if (bands.some((band) => band.isStall)) {
          button('Previous stall', 'Key p', () => choose(chosen < 0 ? -1 : chosen - 1));
          button('Next stall', 'Key n', () => choose(chosen + 1));
        }
        places.setAttribute('aria-live', 'polite');
        bar.append(places);
        root.prepend(bar);
        root.tabIndex = 0;
        root.setAttribute('aria-keyshortcuts', '+ - 0 n p ArrowLeft ArrowRight Home End Escape');
      }
      root.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const by = (to - from) / (event.shiftKey ? 10 : 100);
        const walk = (place) => {
          move(place);
          if (at < from || at > to) show(at - (to - from) / 2, at + (to - from) / 2);
        };
        const keys = {
          '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2), '0': whole, Escape: whole,
          n: () => choose(chosen + 1), p: () => choose(chosen < 0 ? -1 : chosen - 1),
          ArrowRight: () => walk((at === null ? from : at) + by),
          ArrowLeft: () => walk((at === null ? to : at) - by),
          Home: () => walk(0), End: () => walk(end) };
        const act = Object.hasOwn(keys, event.key) && keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      });
      return {
        step,
        refresh(length) {
          const isWhole = from === 0 && to === end;
          end = length;
          bands = listed();
          for (const svg of pictures) {
            heights.set(svg, svg.viewBox.baseVal.height);
            for (const path of all(svg, 'path')) read.delete(path);
          }
          show(isWhole ? 0 : from, isWhole ? end : to);
        } };
    }
    """#

  /// What filters tables, copies commands and saves data.
  private static let rest = #"""
    for (const hint of all(document, '.scripted')) hint.hidden = false;
    for (const root of all(document, '.scene')) Scene(root);

    for (const field of all(document, '.command')) {
      const button = make('button', { type: 'button', textContent: 'Copy' });
      button.addEventListener('click', async () => {
        const code = field.querySelector('code');
        const selection = getSelection();
        selection.selectAllChildren(code);
        let isCopied = false;
        try {
          await navigator.clipboard.writeText(code.textContent);
          isCopied = true;
        } catch { isCopied = document.execCommand('copy'); }
        button.textContent = isCopied ? 'Copied' : 'Selected';
        setTimeout(() => { button.textContent = 'Copy'; }, 1500);
      });
      field.append(button);
    }

    for (const region of all(document, '[data-filter]')) {
      const rows = all(region, 'tbody tr');
      const field = make('input', { type: 'search', placeholder: region.dataset.filter });
      field.setAttribute('aria-label', region.dataset.filter);
      const count = make('output', { className: 'quiet' });
      const tools = make('div', { className: 'tools' });
      const filter = () => {
        const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
        let shown = 0;
        for (const row of rows) {
          const text = row.textContent.toLowerCase();
          row.hidden = !words.every((word) => text.includes(word));
          if (!row.hidden) shown += 1;
        }
        count.textContent = shown + ' of ' + rows.length;
      };
      field.addEventListener('input', filter);
      filter();
      tools.append(field, count);
      region.prepend(tools);
    }

    const data = document.getElementById('data');
    const head = document.querySelector('.head');
    // The data, which is packed if it is long.
    async function text() {
      if (data.type !== 'application/zlib') return data.textContent.trimStart();
      const bytes = Uint8Array.from(atob(data.textContent.trim()), (one) => one.charCodeAt(0));
      const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
      return new Response(plain).text();
    }
    if (data && head) {
      const button = make('button', { type: 'button', textContent: 'Save the data as JSON' });
      button.addEventListener('click', async () => {
        const file = new Blob([await text()], { type: 'application/json' });
        const link = make('a', { href: URL.createObjectURL(file), download: data.dataset.name });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      });
      const tools = make('div', { className: 'tools' });
      tools.append(button);
      head.append(tools);
    }
    """#
}
