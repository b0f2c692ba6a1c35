// The half-round window of the logo in four states, for pages that show an error or nothing.

const panes = [
  'M52.8 93.9H.15A96 96 0 0 1 15.45 46.77l42.6 30.96A43.5 43.5 0 0 0 52.8 93.9Z',
  'M64.05 69.48 21.45 38.52a96 96 0 0 1 40.08-29.13l16.26 50.1a43.5 43.5 0 0 0-13.74 9.99Z',
  'M87.51 56.34 71.22 6.24a96 96 0 0 1 49.56 0l-16.29 50.1a43.5 43.5 0 0 0-16.98 0Z',
  'M114.21 59.49l16.26-50.1a96 96 0 0 1 40.08 29.13l-42.6 30.96a43.5 43.5 0 0 0-13.74-9.99Z',
  'M133.95 77.73l42.6-30.96A96 96 0 0 1 191.85 93.9H139.2a43.5 43.5 0 0 0-5.25-16.17Z',
]
const hub = 'M64.8 99a31.2 31.2 0 0 1 62.4 0z'

function Frame({ children, sill = true }: { children: React.ReactNode; sill?: boolean }) {
  return (
    <svg viewBox="-14 -10 220 130" className="block w-full overflow-visible" aria-hidden="true">
      {children}
      {sill ? <path d="M-12 105.500h216" className="stroke-line-strong" strokeWidth="5" strokeLinecap="round" /> : null}
    </svg>
  )
}

/** For something that is empty or closed: the panes are dark. */
export function DarkWindow() {
  return (
    <Frame>
      <path d="M22 99a74 74 0 0 1 148 0z" className="fill-token opacity-12" />
      {panes.map((pane) => (
        <path key={pane} d={pane} className="fill-surface-3" />
      ))}
      <path d={hub} className="fill-token" />
      <path d="M182-2a11 11 0 1 0 11.200 13.800 9 9 0 0 1-11.200-13.800z" className="fill-ink-3 opacity-60" />
    </Frame>
  )
}

/** For what somebody may not see: shutters before the window. */
export function ForbiddenArt() {
  return (
    <Frame>
      {panes.map((pane) => (
        <path key={pane} d={pane} className="fill-primary opacity-30" />
      ))}
      <path d={hub} className="fill-token opacity-60" />
      <path d="M96-2A96 96 0 0 0 0 94v5h94V-2z" className="fill-surface-3" />
      <path d="M96-2a96 96 0 0 1 96 96v5H98V-2z" className="fill-surface-3" />
      <g className="stroke-line-strong" strokeWidth="3" strokeLinecap="round">
        <path d="M20 84h58M20 70h58M26 56h52M34 42h44M46 28h32M114 84h58M114 70h58M114 56h52M114 42h44M114 28h32" />
      </g>
      <circle cx="88" cy="62" r="3.500" className="fill-ink-3" />
      <circle cx="104" cy="62" r="3.500" className="fill-ink-3" />
    </Frame>
  )
}

/** For an address that leads nowhere: a ladder, and two panes not yet painted. */
export function NotFoundArt() {
  return (
    <Frame>
      {panes.map((pane, at) => (
        <path key={pane} d={pane} className={at < 3 ? 'fill-primary' : 'fill-surface-3'} />
      ))}
      <path d={hub} className="fill-token" />
      <g className="stroke-token-text" strokeWidth="4" strokeLinecap="round" fill="none">
        <path d="M150 104 168 8M174 104 184 8M153.500 86h22M157 66h20.500M161 46h18.500M165 26h16.500" />
      </g>
      <path d="M133 88h20l-2.500 15h-15z" className="fill-ink-3" />
      <path d="M133 88c0-2.500 4.500-4 10-4s10 1.500 10 4-4.500 4-10 4-10-1.500-10-4z" className="fill-primary" />
    </Frame>
  )
}

/** For an error of ours: one pane has come loose. */
export function BrokenWindow() {
  return (
    <Frame>
      {panes.map((pane, at) => (at === 3 ? null : <path key={pane} d={pane} className="fill-primary" />))}
      <path d={panes[3]} className="fill-none stroke-line-strong" strokeWidth="1.500" strokeDasharray="4 4" />
      <path d={panes[3]} className="fill-primary-hover" transform="rotate(34 150 60) translate(44 34)" />
      <path d={hub} className="fill-token" />
    </Frame>
  )
}
