/** The tick ring. It turns, unless less motion is asked for. */
export function Spinner() {
  return (
    <svg className="spinner" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="7" />
    </svg>
  );
}
