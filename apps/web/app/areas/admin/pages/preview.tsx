import { useEffect, useState } from 'react'
import { call, type Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import '../../../parts/site/prose.css'
import { sanitised } from '../../../trusted.ts'
import { Skeleton } from '../../../ui/states.tsx'

interface PreviewProps {
  title: string
  summary: string
  html: string
  locale: string
  dir: 'ltr' | 'rtl'
}
const restMs = 350

/** The page as visitors receive it: the server sanitizes the text when the writer pauses. */
export function Preview({ title, summary, html, locale, dir }: PreviewProps) {
  const t = useT()
  const [shown, setShown] = useState<Reply<'POST /admin/posts/preview'>['data'] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(
      () =>
        void call('POST /admin/posts/preview', { body: { html } }).then(
          ({ data }) => {
            if (isOver) return
            setShown(data)
            setFailed(false)
          },
          () => isOver || setFailed(true),
        ),
      shown === null ? 0 : restMs,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- Only a new text requires another preview.
  }, [html])
  return (
    <section aria-labelledby="preview" className="min-w-0 lg:sticky lg:top-4">
      <h2 id="preview" className="text-sm font-semibold">
        {t('staff.posts.preview')}
      </h2>
      <p role="status" className="mt-1 text-xs text-ink-2 empty:hidden">
        {failed
          ? t('staff.posts.previewFailed')
          : shown && shown.removed.length > 0
            ? t('staff.posts.removed', { names: shown.removed.map((name) => `<${name}>`).join(' ') })
            : null}
      </p>
      <div
        lang={locale}
        dir={dir}
        className="mt-2 max-h-[75dvh] overflow-y-auto rounded-md bg-canvas px-5 py-6 ring-1 ring-line lg:px-8"
        // Long text scrolls by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-labelledby="preview"
      >
        <p className="font-display text-2xl leading-tight font-heavy break-words">{title}</p>
        {summary ? <p className="mt-3 text-md text-ink-2">{summary}</p> : null}
        {shown ? (
          // oxlint-disable-next-line react/no-danger -- The server has sanitised it by its allow list.
          <div className="prose mt-6" dangerouslySetInnerHTML={sanitised(shown.html)} />
        ) : (
          <div className="mt-6 grid gap-3">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-5/6" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        )}
      </div>
    </section>
  )
}
