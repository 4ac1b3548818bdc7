import type { SceneNode } from './scene.ts';

/** Colours of the page's theme, by what is drawn in them. */
export interface Palette {
  readonly sheet: string;
  readonly ink: string;
  readonly ink2: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly brass: string;
  readonly high: string;
  readonly mid: string;
  readonly low: string;
}

const TOKENS: Readonly<Record<keyof Palette, string>> = {
  sheet: '--sheet',
  ink: '--ink',
  ink2: '--ink-2',
  line: '--line',
  lineStrong: '--line-strong',
  brass: '--brass',
  high: '--high',
  mid: '--mid',
  low: '--low',
};

/** The colours as the style sheets give them now. Browser only. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: keyof Palette) => style.getPropertyValue(TOKENS[name]).trim();
  return {
    ...{ sheet: read('sheet'), ink: read('ink'), ink2: read('ink2'), line: read('line'), brass: read('brass') },
    ...{ lineStrong: read('lineStrong'), high: read('high'), mid: read('mid'), low: read('low') },
  };
}

export function colourOf(shape: SceneNode['shape'], palette: Palette): string {
  switch (shape) {
    case 'high':
    case 'mid':
    case 'low':
      return palette[shape];
    case 'subject':
      return palette.ink;
    case 'none':
    case 'open':
      return palette.lineStrong;
  }
}
