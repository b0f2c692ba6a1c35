/** Our own icons for sign-in providers: one initial each, in our stroke style. */
export function ProviderIcon({ name, className }: { name: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <path d={paths[name] ?? ''} />
    </svg>
  )
}
const paths: Record<string, string> = {
  google: 'M18.4 6.6A8.5 8.5 0 1 0 20.5 12.2H12.6',
  twitter: 'M4.5 4.5 19.5 19.5M19.5 4.5 4.5 19.5',
}
