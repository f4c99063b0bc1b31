/** Embeds qlogscope: `example.html?viewer=https://qlog.example.com/`. */
const viewer = new URL('embed.html', new URLSearchParams(location.search).get('viewer'));
const frame = document.getElementById('viewer');
const log = document.getElementById('log');
let version = null;
let asked = 0;

function say(message, transfer = []) {
  frame.contentWindow.postMessage({ qlogscope: 1, ...message }, viewer.origin, transfer);
}

addEventListener('message', ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== viewer.origin || data?.qlogscope !== 1) return;
  if (data.type === 'ready') version ??= 1;
  if (data.type === 'opened')
    log.textContent = data.record.findings
      .map(({ severity, id, verdict }) => `${severity} ${id}: ${verdict}`)
      .join('\n');
  if (data.type === 'failed') log.textContent = data.words;
  if (data.type === 'view') log.dataset.view = data.link;
});

// The page may still be loading: hello is said until it answers.
frame.src = viewer.href;
const hello = setInterval(() => (version === null ? say({ type: 'hello' }) : clearInterval(hello)), 200);

document.getElementById('file').addEventListener('change', async ({ target }) => {
  const [file] = target.files;
  const bytes = await file.arrayBuffer();
  say({ type: 'open', id: ++asked, name: file.name, bytes }, [bytes]);
});
document
  .getElementById('view')
  .addEventListener('click', () => say({ type: 'view', id: ++asked, link: 't=2-4' }));
