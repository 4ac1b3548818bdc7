const LONGEST = 80;

/**
 * The name that a file is stored and downloaded under: letters of ASCII, digits, dots, hyphens and underscores, without
 * folders and without a dot at its beginning.
 *
 * @example evidenceName('../My proof".pdf'); // 'My_proof_.pdf'
 */
export function evidenceName(name: string): string {
  const [last = ''] = name.split(/[\\/]/).slice(-1);
  const bare = last.replace(/[^A-Za-z0-9._-]+/g, '_').replace(/^\.+/, '');
  return bare === '' ? 'file' : bare.slice(-LONGEST);
}
