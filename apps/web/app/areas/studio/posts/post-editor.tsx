import { ChartBarBig } from 'lucide-react'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PostCard } from '../../../parts/posts/post-card.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
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
import { useOwnZone } from '../../../parts/time/own-zone.ts'
import { soldFiles, wasPublished } from '../pieces/studio-items.ts'
import { chosenIn } from '../vault/vault-files.ts'
import { FilesSection, isMain } from './files-section.tsx'
import { PollFields } from './poll-fields.tsx'
import { emptyPost, obstacleOf, postDraftOf, savedUploads } from './post-draft.ts'
import { previewOf } from './post-preview.ts'
import { usePostWriting } from './use-post-writing.ts'

export const handle = { messages: ['studio', 'post', 'messages'], isFull: true, hasTabBar: false }
export const clientMiddleware = [withMessages('studio', 'post', 'messages')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const id = params['id']
  const [me, post, last] = await Promise.all([
    api.call('GET /performers/me'),
    id ? api.call('GET /performer/feeds/:id', { params: { id } }) : null,
    id ? null : api.call('GET /performer/feeds', { query: lastPublished }),
  ])
  return { post: post?.data ?? null, last: last?.data[0], creator: creatorOf(me.data) }
}

export default function EditorPage() {
  const { post } = useLoaderData<typeof loader>()
  return <Editor key={post?._id ?? 'new'} />
}

function Editor() {
  const t = useT()
  const me = useMe()
  const { post, last, creator } = useLoaderData<typeof loader>()
  const zone = useOwnZone()
  const limits = usePriceLimits()
  const { state } = useLocation()
  const uploads = useUploads(post ? savedUploads(post) : chosenIn(state))
  const { items } = uploads
  const empty = useMemo(() => startingLike(emptyPost, last, zone), [last, zone])
  const writing = useDraft({ kind: 'feed', item: post, empty, draftOf: postDraftOf, zone, uploads })
  const { draft, set } = writing
  const write = usePostWriting({ draft, items, zone })
  const approved = mayPublish(creator.verificationStatus)
  const published = wasPublished(post)
  const obstacle = obstacleOf(draft, items, { zone, ...limits, post })
  return (
    <ItemEditor
      kind="feed"
      item={post}
      verificationStatus={creator.verificationStatus}
      zone={zone}
      uploads={uploads}
      savedUploads={savedUploads}
      writing={writing}
      obstacle={obstacle}
      write={write}
      preview={
        <PreviewPane gate={{ type: draft.gate, freeForSubscribers: draft.freeForSubscribers }}>
          {(access) =>
            me ? (
              <PostCard
                // A poll keeps what it began with; a changed one is rendered anew.
                key={JSON.stringify(draft.poll)}
                preview
                alone
                post={previewOf(draft, items, { ...me, isVerified: approved }, access, writing.known, {
                  question: t('studio.editor.question'),
                  option: (at) => t('studio.editor.option', { at }),
                })}
              />
            ) : null
          }
        </PreviewPane>
      }
    >
      <TextCard
        kind="feed"
        draft={draft}
        onChange={set}
        media={
          draft.poll ? null : (
            <FilesSection
              uploads={uploads}
              staying={soldFiles(post)}
              buyers={post?.buyers}
              disabled={!approved}
              withTeaser={draft.gate !== 'public'}
            />
          )
        }
        chips={
          draft.poll || published || items.some(isMain) ? null : (
            <Button
              variant="ghost"
              className="px-2.5!"
              onClick={() => set({ poll: { question: '', options: ['', ''], endsAt: '' } })}
            >
              <ChartBarBig aria-hidden="true" />
              {t('studio.editor.makePoll')}
            </Button>
          )
        }
        captions={
          items.some(({ kind }) => kind === 'video') ? <CaptionsSection uploads={items} item={post} /> : undefined
        }
        isCaptioned={isCaptioned(post)}
      >
        {draft.poll ? (
          <PollFields
            poll={draft.poll}
            draft={draft}
            zone={zone}
            fixed={Boolean(post?.poll)}
            onChange={(poll) => set({ poll })}
            onRemove={() => set({ poll: null })}
          />
        ) : null}
      </TextCard>
      <AudienceSection draft={draft} creator={creator} {...limits} onChange={set} />
      <SettingsSection draft={draft} saved={post} zone={zone} obstacle={obstacle} onChange={set} />
    </ItemEditor>
  )
}
