/** The line under every page but the landing, which has a footer of its own. */
export function SlimFooter() {
  return (
    <footer className="footer-slim">
      <div className="wrap-wide">
        <span>A check is for information only, as is.</span>
      </div>
    </footer>
  );
}
