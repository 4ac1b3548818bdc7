const hexes: string[] = [];

/** A number of 16 bits in four hexadecimal digits, as strings of PDF hold it. Kept: texts have thousands of them. */
export function hexOf(number: number): string {
  let hex = hexes[number];
  if (hex === undefined) {
    hex = number.toString(16).padStart(4, '0');
    hexes[number] = hex;
  }
  return hex;
}
