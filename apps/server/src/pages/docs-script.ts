/**
 * What the API page does with script, and does without it: finding calls and records by words, and opening the call an address names.
 * A file of our own, since the page allows no script inside itself.
 */
export const DOCS_SCRIPT = `'use strict';
const form = document.getElementById('find');
const input = form.querySelector('input');
const said = form.querySelector('output');
const entries = [...document.querySelectorAll('[data-find]')];
const groups = [...document.querySelectorAll('[data-group]')];
const guide = document.getElementById('guide');

function find() {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const entry of entries) {
    const fits = words.every((word) => entry.dataset.find.includes(word));
    entry.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const group of groups) group.hidden = !group.querySelector('[data-find]:not([hidden])');
  guide.hidden = words.length > 0;
  said.textContent = words.length === 0 ? '' : shown === 0 ? 'Nothing found.' : shown === 1 ? '1 found.' : shown + ' found.';
  const address = words.length === 0 ? location.pathname : '?query=' + encodeURIComponent(input.value);
  history.replaceState(null, '', address + location.hash);
}

function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden]')) {
    input.value = '';
    find();
  }
  const call = target.closest('details');
  if (call) call.open = true;
  target.scrollIntoView();
}

form.hidden = false;
form.addEventListener('submit', (event) => event.preventDefault());
input.addEventListener('input', find);
addEventListener('hashchange', open);
input.value = new URLSearchParams(location.search).get('query') || '';
if (input.value) find();
open();
const contents = document.querySelector('nav details');
if (matchMedia('(max-width: 900px)').matches) contents.open = false;
`;
