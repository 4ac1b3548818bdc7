import type { NamedLabel } from '../labels/known/named-labels.store.ts';

export interface NamedCount {
  readonly key: string;
  readonly labels: number;
}

/** What the labels say about one entity. */
export interface StoredEntity {
  readonly slug: string;
  readonly title: string;
  /** Every spelling the labels use, the most frequent first. */
  readonly names: readonly string[];
  readonly labels: number;
  readonly addresses: number;
  /** The most frequent first; so are networks and sources. */
  readonly categories: readonly NamedCount[];
  readonly networks: readonly NamedCount[];
  readonly sources: readonly {
    readonly source: string;
    readonly labels: number;
    /** `YYYY-MM-DD`; null where the source dates none. */
    readonly oldest: string | null;
    readonly newest: string | null;
  }[];
}

export interface EntitiesStore {
  /** The largest first. An empty key finds every entity. */
  search(searchKey: string, page: number, size: number): Promise<{ entities: readonly StoredEntity[]; total: number }>;
  find(slug: string): Promise<StoredEntity | null>;
  /** Those of the slugs that an entity has. */
  existing(slugs: readonly string[]): Promise<ReadonlySet<string>>;
  /** By network and address. */
  labels(names: readonly string[], page: number, size: number): Promise<readonly NamedLabel[]>;
}
