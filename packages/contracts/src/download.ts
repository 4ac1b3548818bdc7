/** A file the API answered. */
export interface DownloadedFile {
  readonly bytes: ArrayBuffer;
  /** Media type without parameters, such as `application/pdf`. */
  readonly type: string;
  /** The name the server gave it; null where it gave none. */
  readonly name: string | null;
}

/**
 * File name of a Content-Disposition header (RFC 6266); the extended form wins. Never a path, and nothing that could
 * leave the download folder.
 *
 * @example
 * fileNameOf('attachment; filename="assay-report-7f3a.pdf"'); // 'assay-report-7f3a.pdf'
 */
export function fileNameOf(contentDisposition: string | null): string | null {
  if (contentDisposition === null) return null;
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(contentDisposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(contentDisposition);
  const name = (extended === undefined ? null : decode(extended.trim())) ?? plain?.[1] ?? plain?.[2] ?? '';
  const safe = name.replace(/^.*[\\/]/, '').replace(/^\.+/, '');
  return safe === '' ? null : safe;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
