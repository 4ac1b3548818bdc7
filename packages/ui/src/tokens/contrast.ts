/**
 * Contrast of two `#RRGGBB` colours, from 1 (the same) to 21 (black on white): WCAG 2.2, relative luminance.
 *
 * @throws RangeError for another notation.
 * @example
 * contrastOf('#000000', '#FFFFFF'); // 21
 */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminanceOf(colour: string): number {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (parts === null) throw new RangeError(`"colour" expected #RRGGBB, got ${colour}`);
  const [red, green, blue] = parts.slice(1).map((part) => {
    const value = Number.parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
