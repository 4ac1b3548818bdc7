import { useEffect, useMemo, useRef, useState } from 'react';
import { sceneMarksOf } from '../model/scene-marks.ts';
import type { Explorer } from '../state/use-explorer.ts';
import { type Camera, fitCamera, hitAt, zoomAt } from './camera.ts';
import { drawCanvas } from './draw-canvas.ts';
import { saveGraph } from './save-graph.ts';
import { sceneOf } from './scene.ts';
import { useDraw } from './use-draw.ts';
import { useLayout } from './use-layout.ts';

const PAN_STEP = 60;
const ZOOM_STEP = 1.3;
/** A pointer that moved less than this has clicked. */
const CLICK_SLACK = 5;

/** The graph on a canvas: drag to move, wheel or two fingers to zoom, click to see what something is. */
export default function GraphCanvas({ explorer }: { readonly explorer: Explorer }) {
  const { graph, visible, view, own, look, steps, places } = explorer;
  const positions = useLayout(visible, graph.address, view.pinned);
  const marks = useMemo(() => sceneMarksOf(graph, view, own), [graph, view, own]);
  const scene = useMemo(() => sceneOf(visible, positions, marks), [visible, positions, marks]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [moved, setMoved] = useState<Camera | null>(null);
  const { size, palette } = useDraw(canvas);
  const camera = useMemo(() => moved ?? fitCamera(scene, size), [moved, scene, size]);
  const drag = useRef<{ x: number; y: number; far: number; node: string | null } | null>(null);

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

  function onPointerDown({ nativeEvent: { offsetX, offsetY, pointerId } }: React.PointerEvent) {
    canvas.current?.setPointerCapture(pointerId);
    const hit = hitAt(scene, camera, offsetX, offsetY);
    const node = hit !== null && scene.nodes.some(({ id }) => id === hit) ? hit : null;
    drag.current = { x: offsetX, y: offsetY, far: 0, node };
  }

  function onPointerMove({ nativeEvent: { offsetX, offsetY } }: React.PointerEvent) {
    const { current } = drag;
    if (current === null) return;
    const [dx, dy] = [offsetX - current.x, offsetY - current.y];
    drag.current = { ...current, x: offsetX, y: offsetY, far: current.far + Math.hypot(dx, dy) };
    if (current.node === null) pan(dx, dy);
  }

  function onPointerUp({ nativeEvent: { offsetX, offsetY } }: React.PointerEvent) {
    const { current } = drag;
    drag.current = null;
    if (current === null) return;
    const { node, far } = current;
    if (far < CLICK_SLACK) {
      const hit = hitAt(scene, camera, offsetX, offsetY);
      look((now) => ({ ...now, selected: hit }));
    } else if (node !== null) {
      // A node that was dragged stays where it was let go.
      const place = [(offsetX - camera.x) / camera.scale, (offsetY - camera.y) / camera.scale] as const;
      steps((now) => ({ ...now, pinned: { ...now.pinned, [node]: [Math.round(place[0]), Math.round(place[1])] } }));
    }
  }

  return (
    <div className="explorer-graph">
      <canvas
        ref={canvas}
        className="explorer-canvas"
        tabIndex={0}
        role="img"
        aria-label={`Graph of ${visible.nodes.length} nodes and ${visible.edges.length} edges. The list has the same.`}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          drag.current = null;
        }}
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
