import { useMemo } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useMe } from '../../../parts/site/site.ts'
import { VideoPreview } from '../../../parts/videos/video-preview.tsx'
import { CaptionsSection, isCaptioned } from '../editor/captions-section.tsx'
import { AudienceSection } from '../editor/audience-section.tsx'
import { creatorOf, mayPublish } from '../editor/creator.ts'
import { lastPublished, startingLike } from '../editor/draft.ts'
import { ItemEditor } from '../editor/item-editor.tsx'
import { PreviewPane } from '../editor/preview-pane.tsx'
import { SettingsSection } from '../editor/settings-section.tsx'
import { TextCard } from '../editor/text-card.tsx'
import { useUploads } from '../editor/uploads.ts'
import { useDraft } from '../editor/use-draft.ts'
import { usePriceLimits } from '../editor/use-price-limits.ts'
import { chosenIn } from '../vault/vault-files.ts'
import { useOwnZone } from '../../../parts/time/own-zone.ts'
import { soldFiles } from '../pieces/studio-items.ts'
import { ChaptersSection } from './chapters-section.tsx'
import { emptyVideo, obstacleOf, previewOf, savedUploads, videoDraftOf, writerOf } from './video-draft.ts'
import { VideoFiles } from './video-files.tsx'

export const handle = { messages: ['studio', 'post', 'fields', 'messages'], isFull: true, hasTabBar: false }
export const clientMiddleware = [withMessages('studio', 'post', 'fields', 'messages')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const id = params['id']
  const [me, video, last] = await Promise.all([
    api.call('GET /performers/me'),
    id ? api.call('GET /performer/performer-assets/videos/:id/view', { params: { id } }) : null,
    id ? null : api.call('GET /performer/performer-assets/videos/search', { query: lastPublished }),
  ])
  return { video: video?.data ?? null, last: last?.data[0], creator: creatorOf(me.data) }
}

export default function EditorPage() {
  const { video } = useLoaderData<typeof loader>()
  return <Editor key={video?._id ?? 'new'} />
}

function Editor() {
  const me = useMe()
  const { video, last, creator } = useLoaderData<typeof loader>()
  const zone = useOwnZone()
  const limits = usePriceLimits()
  const { state } = useLocation()
  const uploads = useUploads(video ? savedUploads(video) : chosenIn(state))
  const { items } = uploads
  const empty = useMemo(() => startingLike(emptyVideo, last, zone), [last, zone])
  const writing = useDraft({ kind: 'video', item: video, empty, draftOf: videoDraftOf, zone, uploads })
  const { draft, set } = writing
  const approved = mayPublish(creator.verificationStatus)
  const obstacle = obstacleOf(draft, items, { zone, ...limits, video })
  return (
    <ItemEditor
      kind="video"
      item={video}
      verificationStatus={creator.verificationStatus}
      zone={zone}
      uploads={uploads}
      savedUploads={savedUploads}
      writing={writing}
      obstacle={obstacle}
      write={writerOf({ draft, items, zone })}
      preview={
        <PreviewPane gate={{ type: draft.gate, freeForSubscribers: draft.freeForSubscribers }}>
          {(access) =>
            me ? (
              <VideoPreview video={previewOf(draft, items, { ...me, isVerified: approved }, access, writing.known)} />
            ) : null
          }
        </PreviewPane>
      }
    >
      <TextCard
        kind="video"
        draft={draft}
        onChange={set}
        media={
          <VideoFiles
            uploads={uploads}
            staying={soldFiles(video)}
            buyers={video?.buyers}
            disabled={!approved}
            withTeaser={draft.gate !== 'public'}
          />
        }
        captions={<CaptionsSection uploads={items} item={video} />}
        isCaptioned={isCaptioned(video)}
      />
      <AudienceSection draft={draft} creator={creator} {...limits} onChange={set} />
      <ChaptersSection
        lines={draft.chapters}
        onChange={(chapters) => set({ chapters })}
        mayDownload={draft.gate === 'paid' && !video?.liveAt ? draft.buyersMayDownload : null}
        isSold={Boolean(video?.buyers)}
        forbiddenBy={draft.participants.find((person) => person.mayDownload === false)?.name}
        onMayDownload={(buyersMayDownload) => set({ buyersMayDownload })}
      />
      <SettingsSection draft={draft} saved={video} zone={zone} obstacle={obstacle} onChange={set} />
    </ItemEditor>
  )
}
