/** An object of the file, as the library writes it; its types leave this out. */
export interface PdfObject {
  readonly data: Record<string, unknown>;
  compress: boolean;
  write(chunk: Uint8Array): void;
  end(): void;
}

/** What can add objects to a file. */
export interface ObjectWriter {
  /** A new object of the file. It has to be ended. */
  object(data: Record<string, unknown>): PdfObject;
  /** Ends an object with a stream that is deflated already. */
  endPacked(object: PdfObject, packed: Uint8Array): void;
}
