import type { Plot, Series } from "./figure.ts";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [640, 400, 80, 50, 40, 20];
const COLOURS = ["#1f6feb", "#bf3989", "#1a7f37", "#9a6700"];

/** Draws cost against size with logarithmic axes: a straight line of slope one is a cost that grows with the size. */
export function svgPlot(plot: Plot): string {
  const points = plot.series.flatMap((series) => series.points);
  const x = axis(
    points.map(([size]) => size),
    LEFT,
    WIDTH - RIGHT,
  );
  const y = axis(
    points.map(([, cost]) => cost),
    HEIGHT - BOTTOM,
    TOP,
  );
  const text = (at: readonly [number, number], words: string, more = "") =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${escaped(words)}</text>`;
  const middle = 'text-anchor="middle"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(plot.title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text([WIDTH / 2, 20], plot.title, `${middle} font-size="15"`),
    ...x.ticks.flatMap((value) => [
      line([x.place(value), HEIGHT - BOTTOM], [x.place(value), TOP], "#ddd"),
      text([x.place(value), HEIGHT - BOTTOM + 18], short(value), middle),
    ]),
    ...y.ticks.flatMap((value) => [
      line([LEFT, y.place(value)], [WIDTH - RIGHT, y.place(value)], "#ddd"),
      text([LEFT - 6, y.place(value) + 4], short(value), 'text-anchor="end"'),
    ]),
    text([WIDTH / 2, HEIGHT - 10], plot.x, middle),
    text([16, HEIGHT / 2], plot.y, `${middle} transform="rotate(-90 16 ${HEIGHT / 2})"`),
    ...plot.series.flatMap((series, index) => drawn(series, COLOURS[index % COLOURS.length] ?? "black")),
    ...plot.series.map((series, index) =>
      text([LEFT + 10, TOP + 16 + index * 16], series.name, `fill="${COLOURS[index % COLOURS.length]}"`),
    ),
    "</svg>\n",
  ].join("\n");

  function drawn(series: Series, colour: string): string[] {
    const places = series.points.map(([size, cost]) => [x.place(size), y.place(cost)] as const);
    const path = places.map(([left, top]) => `${left.toFixed(1)},${top.toFixed(1)}`).join(" ");
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...places.map(
        ([left, top]) => `<circle cx="${left.toFixed(1)}" cy="${top.toFixed(1)}" r="3" fill="${colour}"/>`,
      ),
    ];
  }
}

/** Powers of ten round the values, and where a value lies between the ends. */
function axis(values: readonly number[], from: number, to: number) {
  const known = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...known)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...known))));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)),
    place: (value: number) =>
      from + ((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) * (to - from),
  };
}

function line(from: readonly [number, number], to: readonly [number, number], colour: string): string {
  const [x1, y1, x2, y2] = [...from, ...to].map((value) => value.toFixed(1));
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}"/>`;
}

function short(value: number): string {
  return value >= 1_000 ? `${value / 1_000}k` : String(Number(value.toPrecision(3)));
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
