import { DAY_MS, NOW } from './ledger-fixture.ts';

/** A model of the balance ledger without a database, which the real one must agree with. */
interface ModelTariff {
  readonly series: string;
  expiresAt: number | null;
  left: number;
  held: number;
  used: number;
  deficit: number;
}

export class LedgerModel {
  day = 0;
  readonly #tariffs: ModelTariff[] = [];
  readonly #grants = new Map<string, { readonly tariff: ModelTariff; readonly checks: number; isRevoked: boolean }>();
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
      tariff = { series, expiresAt: null, left: 0, held: 0, used: 0, deficit: 0 };
      this.#tariffs.push(tariff);
    }
    if (this.#grants.has(key)) return false;
    this.#grants.set(key, { tariff, checks, isRevoked: false });
    tariff.left += checks;
    tariff.expiresAt = endsInDays === null ? null : Math.max(tariff.expiresAt ?? 0, this.day + endsInDays);
    return true;
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
    const deficit = Math.max(0, Math.min(checks - takenBack, tariff.used + tariff.held - tariff.deficit));
    tariff.left -= takenBack;
    tariff.deficit += deficit;
    return { takenBack, deficit };
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
