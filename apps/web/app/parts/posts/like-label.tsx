import { useFormats, useT } from '../../i18n/context.tsx'

/** What a button with a heart is called, with the likes that there are. */
export function LikeLabel({ on, count }: { on: boolean; count: number }) {
  const t = useT()
  const { compact } = useFormats()
  return (
    <>
      <span className="sr-only">{on ? t('post.unlike') : t('post.like')}</span>
      {count > 0 ? (
        <>
          <span aria-hidden="true">{compact(count)}</span>
          <span className="sr-only">{t('post.likes', { count })}</span>
        </>
      ) : null}
    </>
  )
}
