import { useEffect, useMemo, useRef, useState } from 'react';
import { sceneMarksOf } from '../model/scene-marks.ts';
import type { Explorer } from '../state/use-explorer.ts';
import { type Camera, fitCamera, hitAt, zoomAt } from './camera.ts';
import { drawCanvas } from './draw-canvas.ts';
import { saveGraph } from './save-graph.ts';
import { sceneOf } from './scene.ts';
import { useDraw } from './use-draw.ts';
import { useLayout } from './use-layout.ts';
import { usePointers } from './use-pointers.ts';

const PAN_STEP = 60;
const ZOOM_STEP = 1.3;

/**
 * The graph on a canvas: drag to move, two fingers or the wheel with Ctrl to zoom, click to see what something is. One
 * finger that goes up or down scrolls the page.
 */
export default function GraphCanvas({ explorer }: { readonly explorer: Explorer }) {
  const { graph, visible, view, own, look, steps, places } = explorer;
  const positions = useLayout(visible, graph.address, view.pinned);
  const marks = useMemo(() => sceneMarksOf(graph, view, own), [graph, view, own]);
  const scene = useMemo(() => sceneOf(visible, positions, marks), [visible, positions, marks]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [moved, setMoved] = useState<Camera | null>(null);
  const { size, palette } = useDraw(canvas);
  const camera = useMemo(() => moved ?? fitCamera(scene, size), [moved, scene, size]);

  useEffect(() => {
    places.current = positions;
  }, [places, positions]);

  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const context = canvas.current?.getContext('2d', { alpha: false });
      if (context === null || context === undefined || palette === null) return;
      drawCanvas(context, scene, camera, size, palette, window.devicePixelRatio);
    });
    return () => cancelAnimationFrame(frame);
  }, [scene, camera, size, palette]);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      // Without a key the wheel scrolls the page.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      setMoved((before) =>
        zoomAt(before ?? fitCamera(scene, size), 1.002 ** -event.deltaY, event.offsetX, event.offsetY),
      );
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scene, size]);

  const zoom = (factor: number) => setMoved(zoomAt(camera, factor, size.width / 2, size.height / 2));
  const pan = (x: number, y: number) => setMoved({ ...camera, x: camera.x + x, y: camera.y + y });

  function onKeyDown(event: React.KeyboardEvent) {
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => pan(PAN_STEP, 0),
      ArrowRight: () => pan(-PAN_STEP, 0),
      ArrowUp: () => pan(0, PAN_STEP),
      ArrowDown: () => pan(0, -PAN_STEP),
      '+': () => zoom(ZOOM_STEP),
      '-': () => zoom(1 / ZOOM_STEP),
      '0': () => setMoved(null),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  const pointers = usePointers({
    move: (change) => setMoved((before) => change(before ?? fitCamera(scene, size))),
    nodeAt(point) {
      const hit = hitAt(scene, camera, point.x, point.y);
      return scene.nodes.some(({ id }) => id === hit) ? hit : null;
    },
    click: ({ x, y }) => look((now) => ({ ...now, selected: hitAt(scene, camera, x, y) })),
    drop(node, { x, y }) {
      // It stays where it was let go.
      const place = [Math.round((x - camera.x) / camera.scale), Math.round((y - camera.y) / camera.scale)] as const;
      steps((now) => ({ ...now, pinned: { ...now.pinned, [node]: place } }));
    },
  });

  return (
    <div className="explorer-graph">
      <canvas
        ref={canvas}
        className="explorer-canvas"
        tabIndex={0}
        role="img"
        aria-label={`Graph of ${visible.nodes.length} nodes and ${visible.edges.length} edges. The list has the same.`}
        onKeyDown={onKeyDown}
        {...pointers}
      />
      <div className="explorer-zoom">
        <button className="btn btn-line btn-sm" type="button" onClick={() => zoom(ZOOM_STEP)}>
          Zoom in
        </button>
        <button className="btn btn-line btn-sm" type="button" onClick={() => zoom(1 / ZOOM_STEP)}>
          Zoom out
        </button>
        <button className="btn btn-line btn-sm" type="button" onClick={() => setMoved(null)}>
          Fit
        </button>
        {(['svg', 'png', 'json'] as const).map((format) => (
          <button
            key={format}
            className="btn btn-line btn-sm"
            type="button"
            onClick={() => palette !== null && void saveGraph(format, explorer, scene, palette)}
          >
            {format.toUpperCase()}
          </button>
        ))}
      </div>
    </div>
  );
}
