extension PlayerPage {
  /// The script.
  static let script = #"""
    'use strict';
    const $ = (id) => document.getElementById(id);
    const video = $('video');
    const wanted = new URLSearchParams(location.search);
    let files = [], file = null, prediction = null, run = null, sessions = 0;

    // Times and figures for people.
    const number = (value, places = 2) => value.toFixed(places).replace('-', '\u2212');
    function clock(seconds) {
      if (seconds === null || seconds === undefined) return '\u2013';
      if (!Number.isFinite(seconds)) return 'open';
      if (seconds < 60) return number(seconds) + ' s';
      const rest = (seconds % 60).toFixed(1);
      return Math.floor(seconds / 60) + ':' + (rest < 10 ? '0' : '') + rest;
    }
    const size = (bytes) => bytes < 1e6 ? number(bytes / 1e3, 1) + ' kB'
      : bytes < 1e9 ? number(bytes / 1e6, 1) + ' MB' : number(bytes / 1e9, 2) + ' GB';

    async function read(path) {
      const response = await fetch(path);
      const body = await response.json();
      if (!response.ok) throw new Error(body.error || response.statusText);
      return body;
    }
    function complain(text) {
      $('problem').textContent = text;
      $('problem').hidden = !text;
    }

    async function begin() {
      const all = await read('/api/files');
      files = all.files;
      const least = all.latencySeconds * 1000, most = all.longestLatencySeconds * 1000;
      const latency = (least === most ? '' : least + ' to ') + most + ' ms';
      const playing = all.network + ' \u00b7 latency ' + latency + ' \u00b7 player ' + all.player;
      $('what').textContent = playing;
      const list = $('list');
      for (const entry of files) {
        const button = document.createElement('button');
        button.type = 'button';
        button.append(entry.name, Object.assign(document.createElement('span'),
          { textContent: size(entry.bytes) }));
        button.onclick = () => choose(entry, playing);
        list.append(Object.assign(document.createElement('li'), {}));
        list.lastChild.append(button);
      }
      const named = files.find((entry) => entry.name === wanted.get('file'));
      const only = files.length === 1 ? files[0] : named;
      $('back').hidden = files.length === 1;
      if (!files.length) complain('There is nothing to play in this folder.');
      else if (only) await choose(only, playing);
      else $('files').hidden = false;
      if (only && wanted.has('play')) start();
    }

    async function choose(entry, playing) {
      stop();
      file = entry;
      prediction = null;
      run = null;
      complain('');
      $('files').hidden = true;
      $('stage').hidden = false;
      $('what').textContent = entry.name + ' \u00b7 ' + playing;
      document.title = entry.name + ' \u00b7 Playhead';
      $('state').textContent = 'Reading the file\u2026';
      $('play').disabled = true;
      try {
        prediction = await read('/api/prediction?file=' + encodeURIComponent(entry.name));
        $('state').textContent = 'Ready.';
      } catch (error) {
        complain('No prediction: ' + error.message);
        $('state').textContent = 'Ready, without a prediction.';
      }
      $('play').disabled = false;
      $('play').textContent = 'Play';
      $('charts').hidden = false;
      draw();
    }

    $('back').onclick = () => {
      stop();
      $('stage').hidden = $('charts').hidden = true;
      $('files').hidden = false;
      complain('');
    };
    $('mute').onclick = () => {
      video.muted = !video.muted;
      $('mute').setAttribute('aria-pressed', video.muted);
      $('mute').textContent = video.muted ? 'Unmute' : 'Mute';
    };
    $('play').onclick = () => start();

    // What the browser does, from the request for the file on.
    const now = () => (performance.now() - run.origin) / 1000;
    function stop() {
      if (run) clearInterval(run.timer);
      video.removeAttribute('src');
      video.load();
    }
    function start() {
      stop();
      complain('');
      sessions += 1;
      run = { origin: performance.now(), samples: [], stalls: [], startup: null, end: null };
      // Another session name has the time of the link begin again.
      const name = performance.timeOrigin.toString(36).replace('.', '') + '-' + sessions;
      video.src = file.urlPath + '?session=' + name;
      const playing = run;
      video.play().catch((error) => {
        if (playing === run && error.name !== 'AbortError') complain(error.message);
      });
      if (video.requestVideoFrameCallback) {
        video.requestVideoFrameCallback(() => { if (playing === run) run.frame = now(); });
      }
      $('play').textContent = 'Start again';
      $('state').textContent = 'Starting\u2026';
      run.timer = setInterval(sample, 100);
    }
    function bufferedEnd() {
      const at = video.currentTime;
      for (let i = 0; i < video.buffered.length; i += 1) {
        if (video.buffered.start(i) <= at + 0.1 && at <= video.buffered.end(i) + 0.1) {
          return Math.max(at, video.buffered.end(i));
        }
      }
      return at;
    }
    let drawn = 0;
    function sample() {
      if (!run) return;
      run.samples.push({ wall: now(), media: video.currentTime, loaded: bufferedEnd() });
      if (document.hidden || performance.now() - drawn < 240) return;
      drawn = performance.now();
      draw();
    }
    const openStall = () => run && run.stalls.find((stall) => stall.end === null);
    video.onplaying = () => {
      if (!run || run.end !== null) return;
      if (run.startup === null) run.startup = now();
      const stall = openStall();
      if (stall) stall.end = now();
      $('state').textContent = 'Playing.';
      sample();
    };
    video.onwaiting = () => {
      if (!run || run.startup === null || run.end !== null || video.seeking || video.ended) return;
      const remaining = video.duration - video.currentTime;
      if (openStall() || remaining < 0.05) return;
      run.stalls.push({ start: now(), media: video.currentTime, end: null });
      $('state').textContent = 'Stalled.';
      sample();
    };
    video.onended = () => {
      if (!run) return;
      run.end = now();
      clearInterval(run.timer);
      const stall = openStall();
      if (stall) stall.end = run.end;
      sample();
      $('state').textContent = 'Played to the end.';
      draw();
    };
    video.onerror = () => {
      if (!run || !video.getAttribute('src')) return;
      clearInterval(run.timer);
      complain('The browser cannot play this: ' + ((video.error && video.error.message)
        || 'it does not say why'));
      draw();
    };

    // Both sides in the same figures.
    function predicted() {
      if (!prediction) return null;
      const summary = prediction.summary;
      return {
        startup: summary.startupSeconds, count: summary.stallCount,
        stalled: summary.stallSeconds,
        first: prediction.stalls.length ? prediction.stalls[0].startSeconds : null,
        end: summary.endReason === 'ended' ? summary.elapsedSeconds : null
      };
    }
    function actual() {
      if (!run) return null;
      const length = (stall) => (stall.end === null ? now() : stall.end) - stall.start;
      return {
        startup: run.startup, count: run.startup === null ? null : run.stalls.length,
        stalled: run.startup === null ? null
          : run.stalls.reduce((sum, stall) => sum + length(stall), 0),
        first: run.stalls.length ? run.stalls[0].start : null, end: run.end
      };
    }
    const rows = [
      ['Startup', 'startup'], ['Stalls', 'count'], ['Stalled', 'stalled'],
      ['First stall at', 'first'], ['End at', 'end']
    ];
    function figures() {
      const left = predicted(), right = actual();
      const text = (key, side) => !side || side[key] === null || side[key] === undefined ? '\u2013'
        : key === 'count' ? String(side[key]) : clock(side[key]);
      const body = document.createDocumentFragment();
      for (const [label, key] of rows) {
        const row = document.createElement('tr');
        const name = document.createElement('th');
        name.scope = 'row';
        name.textContent = label;
        let difference = '';
        const isFinal = run && (run.end !== null || key === 'startup' || key === 'first');
        if (left && right && isFinal && Number.isFinite(left[key]) && Number.isFinite(right[key])) {
          const value = right[key] - left[key];
          const sign = value > 0 ? '+' : value < 0 ? '\u2212' : '';
          difference = sign + (key === 'count' ? Math.abs(value)
            : number(Math.abs(value)) + ' s');
        }
        row.append(name);
        for (const cell of [text(key, left), text(key, right), difference]) {
          row.append(Object.assign(document.createElement('td'), { textContent: cell }));
        }
        body.append(row);
      }
      $('figures').replaceChildren(body);
    }

    // Charts.
    const space = 'http://www.w3.org/2000/svg';
    function add(svg, name, attributes, text) {
      const element = document.createElementNS(space, name);
      for (const key in attributes) element.setAttribute(key, attributes[key]);
      if (text !== undefined) element.textContent = text;
      svg.append(element);
    }
    function step(range, count) {
      const raw = range / count;
      for (const unit of [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800]) {
        if (unit >= raw) return unit;
      }
      return 3600 * Math.ceil(raw / 3600);
    }
    const label = (seconds) => seconds < 60 ? String(Math.round(seconds * 10) / 10)
      : Math.floor(seconds / 60) + ':' + String(Math.round(seconds % 60)).padStart(2, '0');
    function frame(svg, xEnd, yEnd, left) {
      const box = svg.getBoundingClientRect();
      const area = { left, right: box.width - 8, top: 8, bottom: box.height - 22 };
      area.x = (value) => left + value / xEnd * (area.right - left);
      area.y = (value) => area.bottom - value / yEnd * (area.bottom - area.top);
      svg.replaceChildren();
      const across = step(xEnd, (area.right - left) / 80);
      for (let value = 0; value <= xEnd; value += across) {
        add(svg, 'text', { x: area.x(value), y: area.bottom + 16, 'text-anchor': 'middle' },
          label(value) + (value === 0 || xEnd >= 60 ? '' : ' s'));
      }
      if (!yEnd) return area;
      const up = step(yEnd, (area.bottom - area.top) / 42);
      for (let value = 0; value <= yEnd * 1.001; value += up) {
        const y = area.y(value);
        add(svg, 'line', { class: 'grid', x1: left, x2: area.right, y1: y, y2: y });
        add(svg, 'text', { x: left - 8, y: y + 4, 'text-anchor': 'end' }, label(value));
      }
      return area;
    }
    function line(svg, area, points, kind) {
      if (points.length < 2) return;
      // No more points than pixels.
      const every = Math.max(1, Math.floor(points.length / 1500));
      let path = '';
      points.forEach(([x, y], index) => {
        if (index % every && index !== points.length - 1) return;
        path += (path ? 'L' : 'M') + area.x(x).toFixed(1) + ' ' + area.y(y).toFixed(1);
      });
      add(svg, 'path', { class: kind, d: path });
    }
    function draw() {
      figures();
      if ($('charts').hidden) return;
      const ticks = prediction ? prediction.ticks : [];
      const samples = run ? run.samples : [];
      const last = (list, key) => list.length ? list[list.length - 1][key] : 0;
      const xEnd = Math.max(last(ticks, 'wallSeconds'), last(samples, 'wall'), 1);
      const duration = Math.max(prediction ? prediction.media.durationSeconds : 0,
        Number.isFinite(video.duration) ? video.duration : 0, 1);
      const level = Math.max(1, ...ticks.map((tick) => tick.bufferSeconds),
        ...samples.map((one) => one.loaded - one.media));
      const position = frame($('position'), xEnd, duration, 44);
      line($('position'), position,
        ticks.map((tick) => [tick.wallSeconds, tick.mediaSeconds + tick.bufferSeconds]), 'p thin');
      line($('position'), position, samples.map((one) => [one.wall, one.loaded]), 'a thin');
      line($('position'), position,
        ticks.map((tick) => [tick.wallSeconds, tick.mediaSeconds]), 'p');
      line($('position'), position, samples.map((one) => [one.wall, one.media]), 'a');
      const buffer = frame($('buffer'), xEnd, level, 44);
      line($('buffer'), buffer, ticks.map((tick) => [tick.wallSeconds, tick.bufferSeconds]), 'p');
      line($('buffer'), buffer, samples.map((one) => [one.wall, one.loaded - one.media]), 'a');
      const waits = frame($('waits'), xEnd, 0, 44);
      const bar = (start, end, kind, top) => add($('waits'), 'rect', {
        class: kind, x: waits.x(start), y: top, height: 18, rx: 2,
        width: Math.max(2, waits.x(Math.min(end, xEnd)) - waits.x(start)) });
      add($('waits'), 'line', { class: 'grid', x1: 44, x2: waits.right, y1: 32, y2: 32 });
      if (prediction) {
        const side = predicted();
        bar(0, side.startup === null ? xEnd : side.startup, 'p startup', 10);
        for (const stall of prediction.stalls) {
          bar(stall.startSeconds, stall.isOpen ? xEnd
            : stall.startSeconds + stall.durationSeconds, 'p', 10);
        }
      }
      if (run) {
        bar(0, run.startup === null ? last(samples, 'wall') : run.startup, 'a startup', 36);
        for (const stall of run.stalls) {
          bar(stall.start, stall.end === null ? last(samples, 'wall') : stall.end, 'a', 36);
        }
      }
    }
    new ResizeObserver(() => { if (file) draw(); }).observe($('charts'));
    begin().catch((error) => complain(error.message));
    """#
}
