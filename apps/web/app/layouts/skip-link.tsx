import { useT } from '../i18n/context.tsx'

/** The first stop of the Tab key. */
export function SkipLink() {
  const t = useT()
  return (
    <a
      href="#main"
      className="fixed start-3 -top-16 z-90 rounded-full bg-ink px-5 py-3 font-strong text-canvas focus-visible:top-3 focus-visible:rounded-full"
    >
      {t('ui.skip')}
    </a>
  )
}
