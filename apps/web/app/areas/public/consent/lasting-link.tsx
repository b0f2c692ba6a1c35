import { Copy } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'

/** The link that withdraws later. It is shown once, and works without scripts. */
export function LastingLink({ path }: { path: string }) {
  const t = useT()
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <h2 className="text-lg">{t('consent.lasting')}</h2>
      <p className="mt-1 text-sm leading-6 text-ink-2">{t('consent.lastingText')}</p>
      <a href={path} className="link mt-3 block text-sm wrap-anywhere" dir="ltr">
        {path}
      </a>
      <Button
        className="mt-4 noscript:hidden"
        wide
        onClick={() =>
          void navigator.clipboard.writeText(location.origin + path).then(toast.copied, () => toast.error())
        }
      >
        <Copy aria-hidden="true" />
        {t('consent.copy')}
      </Button>
    </section>
  )
}
