import { fitCamera } from './camera.ts';
import { colourOf, type Palette } from './palette.ts';
import type { Scene, SceneEdge, SceneNode } from './scene.ts';
import { arrowOf, cornersOf, isOutline } from './shapes.ts';

const SIZE = { width: 1600, height: 1000 };

/** The scene as an SVG document of its own: no scripts, no fonts and no files from elsewhere. */
export function drawSvg(scene: Scene, palette: Palette, title: string): string {
  const { scale, x, y } = fitCamera(scene, SIZE);
  const parts = [
    ...scene.edges.map((edge) => edgeSvg(edge, palette)),
    ...scene.nodes.map((node) => nodeSvg(node, palette)),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="${palette.sheet}"/>`,
    `<g transform="translate(${round(x)} ${round(y)}) scale(${scale.toFixed(4)})" font-family="sans-serif" font-size="12">`,
    ...parts,
    '</g></svg>',
  ].join('\n');
}

function edgeSvg(edge: SceneEdge, palette: Palette): string {
  const { end, head } = arrowOf(edge);
  const colour = edge.state === 'path' || edge.state === 'selected' ? palette.brass : palette.ink2;
  const dash = edge.isDashed ? ' stroke-dasharray="5 5"' : '';
  const points = head.map(([px, py]) => `${round(px)},${round(py)}`).join(' ');
  return (
    `<path d="M${round(edge.fromX)} ${round(edge.fromY)}L${round(end[0])} ${round(end[1])}" fill="none" stroke="${colour}" stroke-width="${round(edge.width)}"${dash}/>` +
    `<polygon points="${points}" fill="${colour}"/>`
  );
}

function nodeSvg(node: SceneNode, palette: Palette): string {
  const { x, y, radius, shape, mark, label } = node;
  const colour = colourOf(shape, palette);
  const fill = isOutline(node) ? palette.sheet : colour;
  const dash = shape === 'open' ? ' stroke-dasharray="3 3"' : '';
  const paint = `fill="${fill}" stroke="${colour}" stroke-width="1.6"${dash}`;
  const corners = cornersOf(node);
  const body =
    corners === null
      ? `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" ${paint}/>`
      : `<polygon points="${corners.map(([px, py]) => `${round(px)},${round(py)}`).join(' ')}" ${paint}/>`;
  const letters =
    mark === ''
      ? ''
      : `<text x="${round(x)}" y="${round(y + (shape === 'high' ? 7 : 4))}" text-anchor="middle" fill="${palette.sheet}" font-size="11" font-family="monospace">${escaped(mark)}</text>`;
  return `${body}${letters}<text x="${round(x)}" y="${round(y + radius + 17)}" text-anchor="middle" fill="${palette.ink}">${escaped(label)}</text>`;
}

function round(value: number): string {
  return value.toFixed(1);
}

/** What XML 1.0 cannot hold, also escaped (section 2.2): names of entities come from outside. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  const written = text.replaceAll(NOT_XML, '\u{FFFD}');
  return written.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
