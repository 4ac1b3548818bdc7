import type { Paper } from './paper.ts';

/** The parts of the library's document that its types leave out. */
interface OpenDocument {
  readonly page: { readonly dictionary: unknown; readonly annotations: unknown[] };
  readonly _root: { readonly data: Record<string, unknown> };
  /** What the library asks for when it ends a form: which fonts its fields have. Ours shows nothing. */
  _acroform: { readonly fonts: object; readonly defaultFont: string };
  ref(data: Record<string, unknown>): { end(): void };
}

/**
 * Reserves space for a signature of the whole file (ISO 32000-1, 12.8; PAdES, ETSI EN 319 142-1): an invisible field
 * whose `Contents` is that many zero bytes and whose `ByteRange` is still to be filled in by the signer.
 */
export function reserveSignatureSpace(paper: Paper, bytes: number, name: string, reason: string, date: Date): void {
  const doc = paper.doc as unknown as OpenDocument;
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, '**********', '**********', '**********'],
    Contents: new Uint8Array(bytes),
    Reason: text(reason),
    M: date,
    Name: text(name),
  });
  const widget = doc.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    V: signature,
    T: text('Signature1'),
    TU: text(`Signature of ${name}`),
    // Printed and locked; its empty rectangle shows nothing.
    F: 132,
    P: doc.page.dictionary,
  });
  doc.page.annotations.push(widget);
  doc._root.data['AcroForm'] = doc.ref({ SigFlags: 3, Fields: [widget], DR: { Font: {} } });
  doc._acroform = { fonts: {}, defaultFont: 'none' };
  signature.end();
  widget.end();
}

/** The library writes `String` objects as text, and primitive strings as names. */
function text(value: string): unknown {
  return Object(value);
}
