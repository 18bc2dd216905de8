// Line diff of two texts: Myers' greedy algorithm, bounded; beyond the bound everything counts as changed.

const MAX_EDITS = 1500;

/** The lines with their marks: "=", "-" (only in a) or "+" (only in b). */
export function diffLines(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const same = (lines) => lines.map((text) => ({ mark: "=", text }));
  return [
    ...same(a.slice(0, start)),
    ...middle(a.slice(start, endA), b.slice(start, endB)),
    ...same(a.slice(endA)),
  ];
}

function middle(a, b) {
  const replaced = () => [
    ...a.map((text) => ({ mark: "-", text })),
    ...b.map((text) => ({ mark: "+", text })),
  ];
  if (!a.length || !b.length) return replaced();
  const max = Math.min(a.length + b.length, MAX_EDITS);
  const offset = max + 1;
  let v = new Int32Array(2 * max + 3);
  const history = [];
  for (let d = 0; d <= max; d++) {
    history.push(v.slice());
    for (let k = -d; k <= d; k += 2) {
      let x =
        k === -d || (k !== d && v[offset + k - 1] < v[offset + k + 1])
          ? v[offset + k + 1]
          : v[offset + k - 1] + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++;
        y++;
      }
      v[offset + k] = x;
      if (x >= a.length && y >= b.length) return backtrack(a, b, history, offset);
    }
  }
  return replaced();
}

function backtrack(a, b, history, offset) {
  const out = [];
  let x = a.length;
  let y = b.length;
  for (let d = history.length - 1; d >= 0; d--) {
    const v = history[d];
    const k = x - y;
    const previousK =
      k === -d || (k !== d && v[offset + k - 1] < v[offset + k + 1]) ? k + 1 : k - 1;
    const previousX = v[offset + previousK];
    const previousY = previousX - previousK;
    while (x > previousX && y > previousY && x > 0 && y > 0) {
      out.push({ mark: "=", text: a[--x] });
      y--;
    }
    if (d > 0) {
      if (x === previousX) out.push({ mark: "+", text: b[--y] });
      else out.push({ mark: "-", text: a[--x] });
    }
  }
  return out.reverse();
}

/** Hunks with context; the gaps between them carry how many equal lines they leave out. */
export function hunks(lines, context = 3) {
  const out = [];
  let hidden = 0;
  const near = new Uint8Array(lines.length);
  lines.forEach((line, i) => {
    if (line.mark === "=") return;
    for (let j = Math.max(0, i - context); j <= Math.min(lines.length - 1, i + context); j++) near[j] = 1;
  });
  lines.forEach((line, i) => {
    if (near[i]) {
      if (hidden) out.push({ mark: "…", text: `${hidden} unchanged ${hidden === 1 ? "line" : "lines"}` });
      hidden = 0;
      out.push(line);
    } else hidden++;
  });
  if (hidden && out.length) out.push({ mark: "…", text: `${hidden} unchanged ${hidden === 1 ? "line" : "lines"}` });
  return out;
}
