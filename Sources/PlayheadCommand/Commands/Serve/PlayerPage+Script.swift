import PlayheadPictures

extension PlayerPage {
  /// The script: that of reports for the pictures, and what plays.
  static let script = "'use strict';\n" + PageScript.scenes + "\n" + playing

  private static let playing = #"""
    const $ = (id) => document.getElementById(id);
    const video = $('video');
    const wanted = new URLSearchParams(location.search);
    let files = [], file = null, prediction = null, run = null, sessions = 0;

    // Times and figures for people.
    const number = (value, places = 2) => value.toFixed(places).replace('-', '\u2212');
    function exact(seconds) {
      if (seconds === null || seconds === undefined) return '\u2013';
      if (!Number.isFinite(seconds)) return 'open';
      if (seconds < 60) return number(seconds) + ' s';
      const rest = (seconds % 60).toFixed(1);
      return Math.floor(seconds / 60) + ':' + (rest < 10 ? '0' : '') + rest;
    }
    const size = (bytes) => bytes < 1e6 ? number(bytes / 1e3, 1) + ' kB'
      : bytes < 1e9 ? number(bytes / 1e6, 1) + ' MB' : number(bytes / 1e9, 2) + ' GB';

    async function load(path) {
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
      const known = await load('/api/files');
      files = known.files;
      const least = known.latencySeconds * 1000, most = known.longestLatencySeconds * 1000;
      const latency = (least === most ? '' : least + ' to ') + most + ' ms';
      const playing = known.network + ' \u00b7 latency ' + latency + ' \u00b7 player '
        + known.player;
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
        prediction = await load('/api/prediction?file=' + encodeURIComponent(entry.name));
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
    let redrawn = 0;
    function sample() {
      if (!run) return;
      run.samples.push({ wall: now(), media: video.currentTime, loaded: bufferedEnd() });
      if (document.hidden || performance.now() - redrawn < 240) return;
      redrawn = performance.now();
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
        : key === 'count' ? String(side[key]) : exact(side[key]);
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

    // The pictures, as reports have them.
    const scene = $('session');
    const drawn = Scene(scene);
    const thousandths = (seconds) => Math.round(seconds * 1000);
    // A line through points of wall time and value, both in seconds.
    function line(panel, name, points) {
      // No more points than pixels.
      const every = Math.max(1, Math.floor(points.length / 1500));
      let data = '', x = 0, y = 0;
      points.forEach((point, index) => {
        if (index % every && index !== points.length - 1) return;
        const [right, up] = point.map(thousandths);
        data += data ? 'l' + (right - x) + ' ' + (up - y) : 'M' + right + ' ' + up;
        [x, y] = [right, up];
      });
      mark(panel, name, data);
    }
    function blocks(panel, name, waits) {
      mark(panel, name, waits.map(([start, end]) => {
        const width = Math.max(1, thousandths(end - start));
        return 'M' + thousandths(start) + ' 0h' + width + 'v2h' + -width + 'z';
      }).join(''));
    }
    function mark(panel, name, data) {
      const path = scene.querySelector('#session-' + panel + ' path[data-n="' + name + '"]');
      path.setAttribute('d', data || 'M0 0');
    }
    // The heights of a panel from zero to a value in seconds.
    function heights(panel, most) {
      const figure = $('session-' + panel), across = figure.querySelector('.across');
      const top = thousandths(most), by = drawn.step(top, 4);
      const svg = figure.querySelector('svg');
      const length = svg.viewBox.baseVal;
      svg.setAttribute('viewBox', [length.x, 0, length.width, top].join(' '));
      svg.querySelector('g').setAttribute('transform', 'matrix(1 0 0 -1 0 ' + top + ')');
      for (const label of all(across, '.y')) label.remove();
      let grid = '';
      for (let value = 0; value <= top; value += by) {
        const label = make('span', { className: 'y', textContent: clock(value) });
        label.style.bottom = value / top * 100 + '%';
        across.prepend(label);
        grid += 'M0 ' + value + 'h' + 1e9;
      }
      figure.querySelector('.grid').setAttribute('d', grid);
    }
    // The stalls of the browser, through all panels.
    function bands(stalls, end) {
      for (const band of all(scene, '.band')) band.remove();
      stalls.forEach((stall, index) => {
        for (const across of all(scene, '.across')) {
          const band = make('div', { className: 'band t-stalled', title: 'stall ' + (index + 1) });
          band.dataset.from = thousandths(stall.start);
          band.dataset.to = thousandths(stall.end === null ? end : stall.end);
          band.append(make('span', { textContent: String(index + 1) }));
          across.prepend(band);
        }
      });
    }
    function draw() {
      figures();
      if ($('charts').hidden) return;
      const ticks = prediction ? prediction.ticks : [];
      const samples = run ? run.samples : [];
      const last = (list, key) => list.length ? list[list.length - 1][key] : 0;
      const end = Math.max(last(ticks, 'wallSeconds'), last(samples, 'wall'), 1);
      const duration = Math.max(prediction ? prediction.media.durationSeconds : 0,
        Number.isFinite(video.duration) ? video.duration : 0, 1);
      const level = Math.max(1, ...ticks.map((tick) => tick.bufferSeconds),
        ...samples.map((one) => one.loaded - one.media));
      heights('media', duration);
      line('media', 'predicted end of the buffer',
        ticks.map((tick) => [tick.wallSeconds, tick.mediaSeconds + tick.bufferSeconds]));
      line('media', 'actual end of the buffer', samples.map((one) => [one.wall, one.loaded]));
      line('media', 'predicted', ticks.map((tick) => [tick.wallSeconds, tick.mediaSeconds]));
      line('media', 'actual', samples.map((one) => [one.wall, one.media]));
      heights('buffer', level * 1.05);
      line('buffer', 'predicted', ticks.map((tick) => [tick.wallSeconds, tick.bufferSeconds]));
      line('buffer', 'actual', samples.map((one) => [one.wall, one.loaded - one.media]));
      const side = predicted();
      blocks('predicted', 'starting',
        side ? [[0, side.startup === null ? end : side.startup]] : []);
      blocks('predicted', 'stalled', prediction ? prediction.stalls.map((stall) =>
        [stall.startSeconds, stall.isOpen ? end : stall.startSeconds + stall.durationSeconds])
        : []);
      blocks('actual', 'starting',
        run ? [[0, run.startup === null ? last(samples, 'wall') : run.startup]] : []);
      blocks('actual', 'stalled', run ? run.stalls.map((stall) =>
        [stall.start, stall.end === null ? last(samples, 'wall') : stall.end]) : []);
      bands(run ? run.stalls : [], end);
      drawn.refresh(thousandths(end));
    }
    begin().catch((error) => complain(error.message));
    """#
}
