import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { zstdCompressSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { AMOUNT_BYTES, type ColumnValues, EXPORT_COLUMNS, type ExportColumn, type ExportTable } from './columns.ts';

/** What a file holds, once it is complete. */
export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A Parquet file that is written group by group, packed with Zstandard; its digest is taken on the way. */
export class ParquetFile<Table extends ExportTable> {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #table: Table;
  readonly #columns: (typeof EXPORT_COLUMNS)[Table];
  readonly #writer = new ByteWriter();
  readonly #file: ParquetWriter;
  readonly #hash = createHash('sha256');
  #rows = 0;

  private constructor(path: string, handle: FileHandle, table: Table) {
    this.#path = path;
    this.#handle = handle;
    this.#table = table;
    this.#columns = EXPORT_COLUMNS[table];
    this.#file = new ParquetWriter({
      writer: this.#writer,
      schema: schemaOf(table, this.#columns.map(encodedAs)),
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => new Uint8Array(zstdCompressSync(bytes)) },
      createdBy: 'assay',
    });
  }

  static async create<Table extends ExportTable>(path: string, table: Table): Promise<ParquetFile<Table>> {
    return new ParquetFile(path, await open(path, 'wx', 0o600), table);
  }

  /** Appends one group of rows. */
  async writeGroup(values: ColumnValues<Table>): Promise<void> {
    const columnData = this.#columns.map(({ name, encoding, element }) => ({
      name,
      data: values[name],
      ...(encoding === undefined ? {} : { encoding }),
      statistics: element.logical_type?.type !== 'DECIMAL' && name !== 'transaction_id',
    }));
    const rows = columnData[0]?.data.length ?? 0;
    if (rows === 0) return;
    await this.#file.write({ columnData, rowGroupSize: rows });
    this.#rows += rows;
    await this.#flush();
  }

  /** Completes the file and forces it to disk. */
  async finish(): Promise<WrittenFile> {
    this.#file.schema = schemaOf(this.#table, this.#columns.map(statedAs));
    await this.#file.finish();
    await this.#flush();
    await this.#handle.sync();
    await this.#handle.close();
    return { rows: this.#rows, bytes: this.#writer.offset, sha256: this.#hash.digest('hex') };
  }

  /** Removes what was written so far. */
  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(this.#path, { force: true });
  }

  async #flush(): Promise<void> {
    const bytes = this.#writer.getBytes();
    this.#hash.update(bytes);
    await this.#handle.writeFile(bytes);
    // The writer goes on with an empty buffer and keeps its offset in the file.
    this.#writer.index = 0;
  }
}

function schemaOf(table: ExportTable, columns: readonly SchemaElement[]): SchemaElement[] {
  return [{ name: table, num_children: columns.length }, ...columns];
}

function statedAs({ name, element }: ExportColumn): SchemaElement {
  return { name, ...element };
}

/** The library takes bytes of a decimal only where the column does not say that it is one; the footer says it. */
function encodedAs({ name, element }: ExportColumn): SchemaElement {
  return { name, ...(element.logical_type?.type === 'DECIMAL' ? AMOUNT_BYTES : element) };
}
