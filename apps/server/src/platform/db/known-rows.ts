import pg from 'pg';

export type QueryCallback = (error: Error | undefined, result: pg.QueryResult) => void;

/** What pg works out of the description of a statement's rows; it is there, though not in its types. */
interface RowShape {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** The part of a connection of pg by which a query asks what its rows are like. */
interface Describing {
  describe(portal: unknown): void;
}

/** The parts of a query of pg that are overridden or used here. */
interface QueryOfPg {
  name: string;
  _result: RowShape;
  _accumulateRows: boolean;
  hasBeenParsed(connection: Describing): boolean;
  prepare(connection: Describing): void;
  handleReadyForQuery(connection: Describing): void;
}

const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: QueryCallback) => QueryOfPg;

/** What the rows of the prepared statements of one connection are like. */
export class KnownRows {
  readonly shapes = new Map<string, RowShape>();
  /** The connection, which asks nothing. */
  readonly silent: Describing;

  constructor(connection: Describing) {
    this.silent = Object.create(connection, { describe: { value: () => undefined } });
  }
}

/**
 * One execution of a prepared statement, for `query` of its connection's client. What its rows are like is asked for and
 * worked out the first time alone: PostgreSQL refuses a prepared statement whose rows have changed. By itself, pg does so
 * each time, which takes longer than anything else of a short statement.
 */
export class PreparedExecution extends Query {
  readonly #known: KnownRows;

  constructor(known: KnownRows, name: string, text: string, values: unknown[], callback: QueryCallback) {
    super(text, values, callback);
    this.name = name;
    this.#known = known;
  }

  override prepare(connection: Describing): void {
    const shape = this.hasBeenParsed(connection) ? this.#known.shapes.get(this.name) : undefined;
    this._accumulateRows = true;
    Object.assign(this._result, shape);
    super.prepare(shape === undefined ? connection : this.#known.silent);
  }

  override handleReadyForQuery(connection: Describing): void {
    if (!this.#known.shapes.has(this.name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
      this.#known.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
    }
    super.handleReadyForQuery(connection);
  }
}
