const PATHS = {
  calendar: 'M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5',
  card: 'M2.5 5h15v10.5h-15zM2.5 8.5h15M5.5 12.5h3',
  check: 'M4 10.5 8 14.5 16 5.5',
  close: 'm5 5 10 10M15 5 5 15',
  coin: 'M3 10a7 7 0 1 1 14 0a7 7 0 1 1-14 0zM10 6.2v7.6M7.6 8.2h3.6a1.4 1.4 0 0 1 0 2.8H8.4a1.4 1.4 0 0 0 0 2.8h4',
  copy: 'M8 8V3.5h8.5V12H12M3.5 8H12v8.5H3.5z',
  down: 'M5.5 8 10 12.5 14.5 8',
  download: 'M10 3v9.5M6.5 9.5 10 13l3.5-3.5M4 13.5V17h12v-3.5',
  edit: 'M4 16v-3l8.8-8.8 3 3L7 16zM11 6l3 3',
  error: 'M6.8 2.8h6.4l4 4v6.4l-4 4H6.8l-4-4V6.8zM10 6.5v4.5M10 13.3v.3',
  info: 'M3 10a7 7 0 1 1 14 0a7 7 0 1 1-14 0zM10 9v5M10 6.2v.3',
  left: 'M17 10H4M8.5 5.5 4 10l4.5 4.5',
  mail: 'M2.5 4.5h15v11h-15zM3 5l7 6 7-6',
  minus: 'M4 10h12',
  plane: 'M3 9.5 17 3.5l-3 13-5-4.5zM9 12l5-5',
  plus: 'M10 4v12M4 10h12',
  redo: 'M16 10a6 6 0 1 1-2-4.5M14.5 2.5v3.5H11',
  right: 'M3 10h13M11.5 5.5 16 10l-4.5 4.5',
  search: 'M3.5 9a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1-11 0zm9.7 4.2 3.6 3.6',
  share: 'M10 12.5V3M6.5 6 10 2.5 13.5 6M4 10v7h12v-7',
  trash: 'M4 6h12M8 6V3.5h4V6M5.5 6l.8 10.5h7.4L14.5 6M8.5 9v4.5M11.5 9v4.5',
  user: 'M6.8 7a3.2 3.2 0 1 1 6.4 0a3.2 3.2 0 1 1-6.4 0zM3.8 16.8c.6-3 3-4.6 6.2-4.6s5.6 1.6 6.2 4.6',
  warn: 'M10 3 17.5 16.5H2.5zM10 8.2v3.8M10 14v.3',
} as const;

export type IconName = keyof typeof PATHS;

/** A line icon. Decoration: the control it sits in has a name of its own. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? 'i i-sm' : 'i'} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
