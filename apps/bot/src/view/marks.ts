/** The marks of the certificate: the shape shows the group without colour. */
export const MARKS = { high: '▲', mid: '◆', low: '●', none: '□' } as const;
