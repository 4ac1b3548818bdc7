import { type RefObject, useEffect, useState } from 'react';
import type { Size } from './camera.ts';
import { type Palette, readPalette } from './palette.ts';

const FIRST_SIZE: Size = { width: 960, height: 560 };

/** The size of a canvas in CSS pixels, with as many dots as the screen has; and the colours of the page's theme. */
export function useDraw(canvas: RefObject<HTMLCanvasElement | null>): {
  readonly size: Size;
  readonly palette: Palette | null;
} {
  const [size, setSize] = useState(FIRST_SIZE);
  const [palette, setPalette] = useState<Palette | null>(null);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const measure = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0 || height === 0) return;
      element.width = Math.round(width * window.devicePixelRatio);
      element.height = Math.round(height * window.devicePixelRatio);
      setSize({ width, height });
    });
    measure.observe(element);
    return () => measure.disconnect();
  }, [canvas]);

  useEffect(() => {
    const root = document.documentElement;
    const read = () => setPalette(readPalette(root));
    read();
    const watch = new MutationObserver(read);
    watch.observe(root, { attributes: true, attributeFilter: ['data-theme'] });
    return () => watch.disconnect();
  }, []);

  return { size, palette };
}
