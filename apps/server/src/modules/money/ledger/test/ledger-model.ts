import { DAY_MS, NOW } from './ledger-fixture.ts';

/** A model of the balance ledger without a database, which the real one must agree with. */
interface ModelTariff {
  readonly series: string;
  expiresAt: number | null;
  left: number;
  held: number;
  used: number;
  deficit: number;
  /** Spent to settle what another tariff owed. */
  covered: number;
}

interface ModelGrant {
  readonly tariff: ModelTariff;
  readonly checks: number;
  readonly day: number;
  isRevoked: boolean;
}

export class LedgerModel {
  day = 0;
  readonly #tariffs: ModelTariff[] = [];
  readonly #grants = new Map<string, ModelGrant>();
  readonly #reservations = new Map<string, { readonly tariff: ModelTariff; state: 'held' | 'taken' | 'over' }>();

  get now(): Date {
    return new Date(NOW.getTime() + this.day * DAY_MS);
  }

  counts(): string[] {
    return this.#tariffs.map(({ left, held, used, deficit }) => [left, held, used, deficit].join('/'));
  }

  grant(key: string, series: string, checks: number, endsInDays: number | null): boolean {
    let tariff = this.#tariffs.find((known) => known.series === series);
    if (tariff === undefined) {
      tariff = { series, expiresAt: null, left: 0, held: 0, used: 0, deficit: 0, covered: 0 };
      this.#tariffs.push(tariff);
    }
    if (this.#grants.has(key)) return false;
    this.#grants.set(key, { tariff, checks, day: this.day, isRevoked: false });
    tariff.left += checks;
    tariff.expiresAt = endsInDays === null ? null : Math.max(tariff.expiresAt ?? 0, this.day + endsInDays);
    return true;
  }

  /** As `grant`, and settles first what is owed. */
  purchase(key: string, series: string, checks: number, endsInDays: number | null): boolean {
    if (!this.grant(key, series, checks, endsInDays)) return false;
    const payer = this.#tariffs.find((known) => known.series === series);
    let rest = checks;
    for (const tariff of this.#tariffs) {
      const part = Math.min(tariff.deficit, rest);
      if (payer === undefined || part === 0) continue;
      rest -= part;
      tariff.deficit -= part;
      payer.left -= part;
      if (tariff !== payer) payer.covered += part;
    }
    return true;
  }

  owed(): number {
    return this.#tariffs.reduce((sum, { deficit }) => sum + deficit, 0);
  }

  reserve(check: string): boolean {
    if (this.#reservations.has(check)) return false;
    const end = ({ expiresAt }: ModelTariff) => expiresAt ?? Number.POSITIVE_INFINITY;
    const [tariff] = this.#tariffs
      .filter((known) => known.left > 0 && end(known) > this.day)
      .sort((a, b) => (end(a) === end(b) ? this.#tariffs.indexOf(a) - this.#tariffs.indexOf(b) : end(a) - end(b)));
    if (tariff === undefined) return false;
    tariff.left -= 1;
    tariff.held += 1;
    this.#reservations.set(check, { tariff, state: 'held' });
    return true;
  }

  take(check: string): boolean {
    const reservation = this.#reservations.get(check);
    if (reservation?.state !== 'held') return false;
    reservation.state = 'taken';
    reservation.tariff.held -= 1;
    reservation.tariff.used += 1;
    return true;
  }

  release(check: string): boolean {
    const reservation = this.#reservations.get(check);
    if (reservation?.state !== 'held') return false;
    reservation.tariff.held -= 1;
    this.#comesBack(reservation);
    return true;
  }

  refund(check: string): boolean {
    const reservation = this.#reservations.get(check);
    if (reservation?.state !== 'taken') return false;
    reservation.tariff.used -= 1;
    this.#comesBack(reservation);
    return true;
  }

  #comesBack(reservation: { readonly tariff: ModelTariff; state: 'held' | 'taken' | 'over' }): void {
    reservation.state = 'over';
    const { tariff } = reservation;
    if (tariff.deficit > 0) tariff.deficit -= 1;
    else tariff.left += 1;
  }

  revoke(key: string): { takenBack: number; deficit: number } {
    const grant = this.#grants.get(key);
    if (grant === undefined || grant.isRevoked) return { takenBack: 0, deficit: 0 };
    grant.isRevoked = true;
    const { tariff, checks } = grant;
    const takenBack = Math.min(tariff.left, checks);
    const deficit = Math.max(
      0,
      Math.min(checks - takenBack, tariff.used + tariff.held + tariff.covered - tariff.deficit),
    );
    tariff.left -= takenBack;
    tariff.deficit += deficit;
    return { takenBack, deficit };
  }

  /** Granted since a day and not revoked, of what is not free. */
  boughtSince(day: number): number {
    const bought = [...this.#grants.values()].filter(
      (grant) => grant.tariff.series !== 'free' && !grant.isRevoked && grant.day > day,
    );
    return bought.reduce((sum, { checks }) => sum + checks, 0);
  }

  /** Left or held, and not ended, of what is not free. */
  leftOfBought(): number {
    const lasting = this.#tariffs.filter(
      ({ series, expiresAt }) => series !== 'free' && (expiresAt === null || expiresAt > this.day),
    );
    return lasting.reduce((sum, { left, held }) => sum + left + held, 0);
  }

  /** A tariff ends then, be that earlier or later than before. */
  endAt(series: string, day: number): void {
    for (const tariff of this.#tariffs) if (tariff.series === series) tariff.expiresAt = day;
  }

  lapse(): number {
    const past = this.#tariffs.filter(({ left, expiresAt }) => left > 0 && expiresAt !== null && expiresAt <= this.day);
    for (const tariff of past) tariff.left = 0;
    return past.length;
  }

  /** The account is deleted: what is left lapses. */
  close(): void {
    for (const tariff of this.#tariffs) tariff.left = 0;
  }

  used(): number {
    return this.#tariffs.reduce((sum, { used }) => sum + used, 0);
  }

  spendable(): number {
    return this.#tariffs.reduce(
      (sum, { left, expiresAt }) => sum + (expiresAt === null || expiresAt > this.day ? left : 0),
      0,
    );
  }
}
