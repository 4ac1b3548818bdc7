import type { Camera, Size } from './camera.ts';
import { colourOf, type Palette } from './palette.ts';
import type { Scene, SceneEdge, SceneNode } from './scene.ts';
import { arrowOf, cornersOf, isOutline } from './shapes.ts';

/** A canvas of the page, or one that becomes a file. */
type Surface = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const FONT = '500 12px "Instrument Sans Variable", "Instrument Sans", sans-serif';
const MARK_FONT = '500 11px "IBM Plex Mono", monospace';
/** With more edges than this, arrows are left out while they would be smaller than a pixel or two. */
const LEAST_ARROW_SCALE = 0.35;
/** Below this scale names would cover each other: only those of what is selected or found are drawn. */
const LEAST_NAME_SCALE = 0.55;
const FADED = 0.22;

/** Draws a scene; sizes are CSS pixels, and `ratio` how many of the screen's make one. */
export function drawCanvas(
  context: Surface,
  scene: Scene,
  camera: Camera,
  { width, height }: Size,
  palette: Palette,
  ratio: number,
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = palette.sheet;
  context.fillRect(0, 0, width, height);
  context.setTransform(ratio * camera.scale, 0, 0, ratio * camera.scale, ratio * camera.x, ratio * camera.y);
  drawEdges(context, scene.edges, camera, palette);
  for (const node of scene.nodes) drawNode(context, node, camera, palette);
}

/** Lines of one look are one path: a path of its own for each of thousands takes most of a frame. */
function drawEdges(context: Surface, edges: readonly SceneEdge[], { scale }: Camera, palette: Palette): void {
  const looks = Map.groupBy(edges, ({ state, isDashed, width }) => `${state}:${isDashed}:${Math.round(width)}`);
  for (const alike of looks.values()) {
    const [first] = alike;
    if (first === undefined) continue;
    const isStrong = first.state === 'selected' || first.state === 'path';
    context.globalAlpha = first.state === 'faded' ? FADED : 1;
    context.strokeStyle = isStrong ? palette.brass : first.isDashed ? palette.lineStrong : palette.ink2;
    context.fillStyle = context.strokeStyle;
    context.lineWidth = Math.max(isStrong ? first.width + 1.5 : Math.round(first.width), 0.7 / scale);
    context.setLineDash(first.isDashed ? [5, 5] : []);
    context.beginPath();
    for (const edge of alike) {
      const { end } = arrowOf(edge);
      context.moveTo(edge.fromX, edge.fromY);
      context.lineTo(end[0], end[1]);
    }
    context.stroke();
    if (scale < LEAST_ARROW_SCALE) continue;
    context.setLineDash([]);
    context.beginPath();
    for (const edge of alike) {
      const { head } = arrowOf(edge);
      context.moveTo(head[0][0], head[0][1]);
      context.lineTo(head[1][0], head[1][1]);
      context.lineTo(head[2][0], head[2][1]);
    }
    context.fill();
  }
  context.setLineDash([]);
}

function drawNode(context: Surface, node: SceneNode, { scale }: Camera, palette: Palette): void {
  const { x, y, radius, shape, state } = node;
  const colour = colourOf(shape, palette);
  context.globalAlpha = state === 'faded' ? FADED : 1;
  context.beginPath();
  const corners = cornersOf(node);
  if (corners === null) context.arc(x, y, radius, 0, 2 * Math.PI);
  else for (const [cx, cy] of corners) context.lineTo(cx, cy);
  context.closePath();
  context.fillStyle = isOutline(node) ? palette.sheet : colour;
  context.fill();
  context.lineWidth = isOutline(node) ? 1.6 : 1;
  context.strokeStyle = colour;
  context.setLineDash(shape === 'open' ? [3, 3] : []);
  context.stroke();
  context.setLineDash([]);
  if (shape === 'subject') ring(context, x, y, radius - 4, palette.sheet, 1.4);
  if (state === 'selected' || state === 'found') ring(context, x, y, radius + 6, palette.brass, 2.4);
  if (node.isPinned) ring(context, x, y, radius + 3, palette.ink, 1);
  drawTexts(context, node, scale, palette);
}

function drawTexts(context: Surface, node: SceneNode, scale: number, palette: Palette): void {
  const { x, y, radius, shape, mark, state } = node;
  context.textAlign = 'center';
  // Without it, letters are placed at whole pixels, and a narrow space between two words is lost.
  context.textRendering = 'geometricPrecision';
  if (mark !== '' && scale > LEAST_ARROW_SCALE) {
    context.font = MARK_FONT;
    context.fillStyle = palette.sheet;
    context.fillText(mark, x, y + (shape === 'high' ? 7 : 4));
  }
  if (scale < LEAST_NAME_SCALE && state !== 'selected' && state !== 'found' && shape !== 'subject') return;
  context.font = FONT;
  // The line behind a name would make it unreadable.
  context.lineWidth = 3;
  context.strokeStyle = palette.sheet;
  context.fillStyle = palette.ink;
  const text = node.hasNote ? `${node.label} ✎` : node.label;
  context.strokeText(text, x, y + radius + 17);
  context.fillText(text, x, y + radius + 17);
}

function ring(context: Surface, x: number, y: number, r: number, colour: string, width: number): void {
  context.beginPath();
  context.arc(x, y, r, 0, 2 * Math.PI);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke();
}
