import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { dot } from '../../../ui/dot.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { PromoForm } from './promo-form.tsx'

export const handle = { messages: ['site'] }
export const clientMiddleware = [withMessages('site')]

export type StaffPromo = Reply<'GET /admin/promos'>['data'][number]
export const loader = ({ context }: LoaderFunctionArgs) => apiOf(context).call('GET /admin/promos')

const tones = { running: 'leaf', waiting: 'lamp', over: 'quiet' } as const

/** Images with a link, each with its position and time. */
export default function PromosPage() {
  const t = useT()
  const { dateTime } = useFormats()
  const { data } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<StaffPromo | 'new' | null>(null)
  const { sendOrThrow } = useMutation()
  const [removing, setRemoving] = useState<StaffPromo | null>(null)
  const make = (
    <Button variant="primary" onClick={() => setOpen('new')}>
      <Plus aria-hidden="true" />
      {t('site.promos.make')}
    </Button>
  )
  return (
    <div className="max-w-page pb-16">
      <PageTitle>{t('site.promos.title')}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl">{t('site.promos.title')}</h1>
          <p className="mt-0.5 text-xs text-ink-3">{t('site.promos.detail')}</p>
        </div>
        {data.length > 0 ? make : null}
      </div>
      {data.length === 0 ? (
        <EmptyState title={t('site.promos.empty')} action={make}>
          {t('site.promos.emptyHint')}
        </EmptyState>
      ) : (
        <ul className="mt-5 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {data.map((promo) => (
            <li key={promo._id} className="flex flex-col overflow-hidden rounded-md ring-1 ring-line">
              {promo.image ? (
                <img
                  src={promo.image.url}
                  alt=""
                  loading="lazy"
                  className="aspect-[16/6] w-full object-cover"
                  style={promo.image.averageColor ? { backgroundColor: promo.image.averageColor } : undefined}
                />
              ) : (
                <p className="grid aspect-[16/6] place-items-center bg-surface-2 text-xs text-ink-3">
                  {t('site.promos.noImage')}
                </p>
              )}
              <div className="flex flex-1 flex-col gap-1.5 p-3">
                <p className="flex items-center justify-between gap-2">
                  <b className="flex min-w-0">
                    <bdi className="truncate">{promo.title}</bdi>
                  </b>
                  <Badge tone={tones[promo.state]}>{t(`site.promos.state.${promo.state}`)}</Badge>
                </p>
                <p className="flex text-xs text-ink-3">
                  <bdi className="truncate">{promo.url}</bdi>
                </p>
                <p className="text-xs text-ink-2" suppressHydrationWarning>
                  {t(`site.promos.position.${promo.position}`)}
                  {dot}
                  {dateTime(promo.startsAt)} – {promo.endsAt ? dateTime(promo.endsAt) : t('site.promos.forEver')}
                </p>
                <div className="mt-auto flex gap-2 pt-2">
                  <Button size="sm" onClick={() => setOpen(promo)}>
                    {t('site.promos.change')}
                  </Button>
                  <Button size="sm" variant="ghost" onClick={() => setRemoving(promo)}>
                    {t('site.promos.remove')}
                  </Button>
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
      {open ? (
        <PromoForm
          key={open === 'new' ? 'new' : open._id}
          promo={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null)
            toast.success('ui.saved')
            void revalidate()
          }}
        />
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={t('site.promos.removeTitle', { title: removing.title })}
          action={t('site.promos.remove')}
          busy={t('ui.saving')}
          onConfirm={async () => {
            await sendOrThrow('DELETE /admin/promos/:id', { params: { id: removing._id }, once: true })
            await revalidate()
          }}
          onClose={() => setRemoving(null)}
        >
          {t('site.promos.removeText')}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
