/** Leaves out what lies nearer than `most` degrees to the line without it (Douglas and Peucker). */
export function simplify(line, most) {
  const kept = new Uint8Array(line.length);
  kept[0] = 1;
  kept[line.length - 1] = 1;
  const stack = [[0, line.length - 1]];
  while (stack.length > 0) {
    const [from, to] = stack.pop();
    let [worst, at] = [most * most, -1];
    for (let i = from + 1; i < to; i += 1) {
      const far = squareDistance(line[i], line[from], line[to]);
      if (far > worst) [worst, at] = [far, i];
    }
    if (at < 0) continue;
    kept[at] = 1;
    stack.push([from, at], [at, to]);
  }
  return line.filter((_, at) => kept[at]);
}

/** In degrees of latitude. */
function squareDistance([x, y], [x1, y1], [x2, y2]) {
  const narrow = Math.cos((y * Math.PI) / 180);
  const [dx, dy] = [(x2 - x1) * narrow, y2 - y1];
  const [px, py] = [(x - x1) * narrow, y - y1];
  const along = dx === 0 && dy === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy)));
  return (px - along * dx) ** 2 + (py - along * dy) ** 2;
}

/** The steps from place to place in ten thousandths of a degree, five bits to a letter (as encoded polylines are written). */
export function encodeLine(line) {
  let [text, before] = ['', [0, 0]];
  for (const place of line) {
    const at = place.map((value) => Math.round(value * 1e4));
    for (const axis of [0, 1]) {
      const step = at[axis] - before[axis];
      let bits = step < 0 ? ~(step << 1) : step << 1;
      for (; bits >= 0x20; bits >>>= 5) text += String.fromCharCode((0x20 | (bits & 0x1f)) + 63);
      text += String.fromCharCode(bits + 63);
    }
    before = at;
  }
  return text;
}

/** The reverse. */
export function decodeLine(text) {
  const places = [];
  let at = 0;
  const step = () => {
    let bits = 0;
    for (let shift = 0; ; shift += 5) {
      const letter = text.charCodeAt(at++) - 63;
      bits |= (letter & 0x1f) << shift;
      if (letter < 0x20) return bits & 1 ? ~(bits >> 1) : bits >> 1;
    }
  };
  for (let [x, y] = [0, 0]; at < text.length; ) {
    x += step();
    y += step();
    places.push([x / 1e4, y / 1e4]);
  }
  return places;
}
