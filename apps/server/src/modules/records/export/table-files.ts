import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ColumnValues, ExportTable } from './columns.ts';
import type { ParquetFile, WrittenFile } from './parquet-file.ts';

/** Rows of a group: what is held in memory at a time, and the least that a reader decodes. */
const GROUP_ROWS = 100_000;
/** Rows of a file, so that engines read several at a time, and copies of files go on behind the last whole one. */
const FILE_ROWS = 10_000_000;

export interface ExportedFile extends WrittenFile {
  /** Relative to the folder of the export, with slashes. */
  readonly path: string;
}

export interface TableLimits {
  readonly groupRows: number;
  /** A multiple of the rows of a group. */
  readonly fileRows: number;
}

export const TABLE_LIMITS: TableLimits = { groupRows: GROUP_ROWS, fileRows: FILE_ROWS };

/** The files of one table of a transfer ledger, written one after the other; at least one, which may have no rows. */
export class TableFiles<Table extends ExportTable, Row> {
  readonly files: ExportedFile[] = [];
  readonly #folder: string;
  readonly #place: string;
  readonly #table: Table;
  readonly #columnsOf: (rows: readonly Row[]) => ColumnValues<Table>;
  readonly #limits: TableLimits;
  #file: ParquetFile<Table> | null = null;
  #fileRows = 0;
  #group: Row[] = [];

  /** @param place within `folder`, as Spark, Trino and the like find partitions: `network=TRX/asset=USDT` */
  constructor(
    { folder, place, table }: { readonly folder: string; readonly place: string; readonly table: Table },
    columnsOf: (rows: readonly Row[]) => ColumnValues<Table>,
    limits: TableLimits,
  ) {
    this.#folder = folder;
    this.#place = `${table}/${place}`;
    this.#table = table;
    this.#columnsOf = columnsOf;
    this.#limits = limits;
  }

  async add(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      this.#group.push(row);
      if (this.#group.length === this.#limits.groupRows) await this.#writeGroup();
    }
  }

  /** The number of rows that were written, once the last file is complete and forced to disk. */
  async finish(): Promise<number> {
    if (this.#group.length > 0) await this.#writeGroup();
    if (this.#file !== null || this.files.length === 0) await this.#endFile();
    return this.files.reduce((sum, { rows }) => sum + rows, 0);
  }

  /** Closes the file that is being written; what is in it stays incomplete. */
  async abandon(): Promise<void> {
    await this.#file?.discard();
    this.#file = null;
  }

  async #writeGroup(): Promise<void> {
    const file = await this.#open();
    await file.writeGroup(this.#columnsOf(this.#group));
    this.#fileRows += this.#group.length;
    this.#group = [];
    if (this.#fileRows >= this.#limits.fileRows) await this.#endFile();
  }

  async #open(): Promise<ParquetFile<Table>> {
    if (this.#file !== null) return this.#file;
    const target = path.join(this.#folder, this.#nextPath());
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    // Loaded here: no start waits for the code that writes Parquet.
    const { ParquetFile } = await import('./parquet-file.ts');
    this.#file = await ParquetFile.create(target, this.#table);
    return this.#file;
  }

  async #endFile(): Promise<void> {
    const file = await this.#open();
    this.files.push({ path: this.#nextPath(), ...(await file.finish()) });
    this.#file = null;
    this.#fileRows = 0;
  }

  #nextPath(): string {
    return `${this.#place}/${String(this.files.length + 1).padStart(8, '0')}.parquet`;
  }
}
