import { useCallback } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { MediaFile } from '@fanlight/contract/media'
import { call } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { isOpen, type Post } from '../../../parts/posts/files.ts'
import { Media, type RenewFile } from '../../../parts/posts/post-media.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { LinkedText } from '../../../parts/text/linked-text.tsx'
import { Avatar } from '../../../ui/avatar.tsx'

export const handle = { messages: ['shop', 'post'] }
export const clientMiddleware = [withMessages('shop', 'post')]

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  apiOf(context).call('GET /user/purchases/messages/:id', { params: { id: params['id'] ?? '' } })

/** A message that was bought, also where its conversation is closed or it was deleted. */
export default function BoughtMessage() {
  const t = useT()
  const { date } = useFormats()
  const { data: message } = useLoaderData<typeof loader>()
  const { performer } = message
  const renewFile = useCallback<RenewFile>(
    async (fileId) => {
      const { data } = await call('GET /user/purchases/messages/:id', { params: { id: message._id } })
      return (data.files as unknown as MediaFile[]).filter(isOpen).find(({ _id }) => _id === fileId) ?? null
    },
    [message._id],
  )
  const name = <bdi className="font-bold">{performer.name}</bdi>
  return (
    <div className="mx-auto w-full max-w-column px-4 pb-16 md:pt-6">
      <PageTitle>{t('shop.library.boughtMessage')}</PageTitle>
      <PageHead title={t('shop.library.boughtMessage')} back="/user/purchases" />
      <p className="mb-4 flex items-center gap-3">
        <Avatar src={performer.avatar} size={44} />
        <span className="min-w-0 leading-tight wrap-anywhere">
          {performer.username === null ? name : <Link to={`/${performer.username}`}>{name}</Link>}
          <span className="block text-xs text-ink-3">{date(message.sentAt)}</span>
        </span>
      </p>
      {message.text ? (
        <p dir="auto" className="mb-4 whitespace-pre-line wrap-anywhere">
          <LinkedText text={message.text} />
        </p>
      ) : null}
      <div className="grid gap-3">
        <Media post={{ title: '', performer, files: message.files } as unknown as Post} eager renewFile={renewFile} />
      </div>
    </div>
  )
}
