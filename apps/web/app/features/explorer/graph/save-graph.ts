import { saveFile } from '../../../shell/data/save-file.ts';
import type { Explorer } from '../state/use-explorer.ts';
import { fitCamera } from './camera.ts';
import { drawCanvas } from './draw-canvas.ts';
import { drawSvg } from './draw-svg.ts';
import type { Palette } from './palette.ts';
import type { Scene } from './scene.ts';

const PNG_SIZE = { width: 1600, height: 1000 };
const PNG_RATIO = 2;

/** Saves what is visible as a file. Notes are never in it: files are passed on. */
export async function saveGraph(
  format: 'svg' | 'png' | 'json',
  { graph, visible, view }: Explorer,
  scene: Scene,
  palette: Palette,
): Promise<void> {
  const name = `explorer-${graph.asset.ticker}-${graph.sub_id.slice(0, 8)}.${format}`;
  const noted = { ...scene, nodes: scene.nodes.map((node) => ({ ...node, hasNote: false })) };
  switch (format) {
    case 'svg':
      saveFile(
        new Blob([drawSvg(noted, palette, `${graph.asset.ticker} ${graph.address}`)], { type: 'image/svg+xml' }),
        name,
      );
      return;
    case 'png': {
      const canvas = new OffscreenCanvas(PNG_SIZE.width * PNG_RATIO, PNG_SIZE.height * PNG_RATIO);
      const context = canvas.getContext('2d');
      if (context === null) return;
      drawCanvas(context, noted, fitCamera(noted, PNG_SIZE), PNG_SIZE, palette, PNG_RATIO);
      saveFile(await canvas.convertToBlob({ type: 'image/png' }), name);
      return;
    }
    case 'json': {
      const { sub_id, address, network, asset, created_at } = graph;
      const shown = { sub_id, address, network, asset, created_at, filter: view.filter };
      const text = JSON.stringify(
        { ...shown, nodes: visible.nodes, edges: visible.edges, paths: graph.paths },
        null,
        2,
      );
      saveFile(new Blob([text], { type: 'application/json' }), name);
    }
  }
}
