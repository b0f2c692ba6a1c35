import type { Stream } from '@fanlight/contract/streaming'
import type { ScheduledStream } from '@fanlight/contract/stream-schedule'
import { scheduledGraceMinutes, scheduledStreamsMax } from '@fanlight/contract/limits'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { useSocketMessage, useSocketRefetch } from '../../../api/socket.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Capture, isAllowed } from '../../../parts/live/capture.ts'
import { useStore } from '../../../parts/live/store.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Leaving } from '../../../ui/leaving.tsx'
import { mayPublish } from '../editor/creator.ts'
import { Broadcast } from './broadcast.ts'
import { Console } from './console.tsx'
import { ProgramSetup } from './program-setup.tsx'
import { Setup } from './setup.tsx'
import { useStudioShows } from './shows.tsx'
import { StoppedPage } from './stopped-page.tsx'
import { Summary } from './summary.tsx'

export const handle = {
  messages: ['studio', 'live', 'liveStudio', 'post', 'replay', 'schedule'],
  isFull: true,
  hasTabBar: false,
  hasSlimRail: true,
}
export const clientMiddleware = [withMessages('studio', 'live', 'liveStudio', 'post', 'replay', 'schedule')]

export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const { data: me } = await api.call('GET /performers/me')
  const params = { id: me._id }
  const [open, chat, messages, recordings, planned, abilities] = await Promise.all([
    api.call('GET /streaming/join/:id', { params }).then(({ data }) => data.stream, unlessMissing),
    api.call('GET /conversations/stream/performer/:id', { params }).then(({ data }) => data, unlessMissing),
    api.call('GET /messages/stream/:id', { params, query: { limit: 50 } }).then(({ data }) => data, unlessMissing),
    api.call('GET /streaming/recordings').then(({ data }) => data, unlessMissing),
    api
      .call('GET /streaming/schedule', { query: { performerId: me._id, pageSize: scheduledStreamsMax } })
      .then(({ data }) => data, unlessMissing),
    api.call('GET /streaming/abilities').then(({ data }) => data),
  ])
  const isByProgram =
    open !== null &&
    (await api.call('GET /streaming/input').then(
      ({ data }) => data.isByKey,
      () => false,
    ))
  return {
    me,
    open,
    isByProgram,
    chat,
    messages: messages ?? [],
    recordings: recordings ?? [],
    plannedTitle: titleAboutNow(planned ?? []),
    abilities,
  }
}

/** Of the announced stream that going live now begins: the nearest, if there is one. */
function titleAboutNow(planned: readonly Pick<ScheduledStream, 'title' | 'startsAt'>[]): string {
  const away = ({ startsAt }: { startsAt: string }) => Math.abs(Date.parse(startsAt) - Date.now())
  const near = planned.filter((each) => away(each) < scheduledGraceMinutes * 60_000)
  return near.toSorted((a, b) => away(a) - away(b))[0]?.title ?? ''
}

/** There is no open stream, or nobody may know of this creator yet. */
function unlessMissing(error: unknown): null {
  if (asProblem(error).status === 404) return null
  throw error
}

const heartbeatMs = 15_000

/** Where a creator goes live: before, while and after. */
export default function Live() {
  const t = useT()
  const {
    me,
    open,
    isByProgram: wasByProgram,
    chat,
    messages,
    recordings,
    plannedTitle,
    abilities,
  } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [capture] = useState(() => new Capture())
  const [broadcast] = useState(() => new Broadcast(open, capture, wasByProgram))
  const [search] = useSearchParams()
  const isProgramChosen = abilities.takesPrograms && search.get('from') === 'program'
  const { stream, isTimedOut, isByProgram, stopped } = useStore(broadcast)
  const { phase } = useStore(broadcast.publisher)
  const isOnAir = phase !== 'idle' && phase !== 'connecting'
  // Of a stream that this page sent or was asked to end, its end is shown.
  const [wasOnAir, setWasOnAir] = useState(false)
  const onAir = useRef(false)
  useEffect(() => {
    onAir.current = isOnAir && phase !== 'over'
    if (isOnAir) setWasOnAir(true)
  }, [isOnAir, phase])
  const isDirty = useCallback(() => onAir.current, [])
  useDevices(capture, broadcast, isProgramChosen || isByProgram)
  useStreamMessages(broadcast, isOnAir || isByProgram)
  const shows = useStudioShows(broadcast, me)
  const isProgramOnAir = isByProgram && stream !== null && stream.startedAt !== null

  const again = () => {
    broadcast.forget()
    setWasOnAir(false)
    void revalidate()
    if (!isProgramChosen) void capture.open()
  }
  return (
    <>
      <PageTitle>{t('liveStudio.title')}</PageTitle>
      {shows.updates}
      <Leaving
        isDirty={isDirty}
        title={t('liveStudio.leave.title')}
        text={t('liveStudio.leave.text')}
        go={t('studio.leave.go')}
        stay={t('liveStudio.end.keep')}
      />
      {stopped ? (
        <StoppedPage broadcast={broadcast} capture={capture} stopped={stopped} />
      ) : stream?.status === 'ended' ? (
        <Summary stream={stream} isTimedOut={isTimedOut} onAgain={again} />
      ) : chat && (isOnAir || wasOnAir || isProgramOnAir) ? (
        <Console broadcast={broadcast} capture={capture} chat={chat} messages={messages} shows={shows} />
      ) : isProgramChosen ? (
        <ProgramSetup
          broadcast={broadcast}
          isApproved={mayPublish(me.verificationStatus)}
          open={stream}
          plannedTitle={plannedTitle}
          records={abilities.records}
        />
      ) : (
        <Setup
          broadcast={broadcast}
          capture={capture}
          isApproved={mayPublish(me.verificationStatus)}
          open={stream}
          plannedTitle={plannedTitle}
          recordings={recordings}
          abilities={abilities}
        />
      )}
    </>
  )
}

/** Opens camera and microphone where nothing has to be asked, keeps what is sent up to date, and lets go of all when the page is left. */
function useDevices(capture: Capture, broadcast: Broadcast, isProgram: boolean): void {
  useEffect(() => {
    if (isProgram) return capture.close()
    let isGone = false
    void isAllowed().then((allowed) => {
      if (allowed && !isGone) void capture.open()
    })
    return () => {
      isGone = true
    }
  }, [capture, isProgram])
  useEffect(() => {
    const send = () => {
      const { video, audio, isScreen } = capture.state
      if (broadcast.publisher.state.phase !== 'idle') broadcast.publisher.send({ video, audio }, isScreen)
    }
    const unsubscribe = capture.subscribe(send)
    const leave = () => {
      void broadcast.publisher.stop()
      capture.close()
    }
    addEventListener('pagehide', leave)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [capture, broadcast])
}

function useStreamMessages(broadcast: Broadcast, isOnAir: boolean): void {
  const changed = useCallback(({ stream }: { stream: Stream }) => broadcast.take(stream), [broadcast])
  useSocketMessage('stream/started', changed)
  useSocketMessage('stream/updated', changed)
  useSocketMessage('stream/ended', changed)
  useSocketMessage(
    'stream/viewers',
    useCallback(({ streamId, viewers }) => broadcast.setViewers(streamId, viewers), [broadcast]),
  )
  useSocketMessage(
    'goal/updated',
    useCallback(({ streamId, goal }) => broadcast.setGoal(streamId, goal), [broadcast]),
  )
  useSocketRefetch(useCallback(() => void broadcast.heartbeat(), [broadcast]))
  useEffect(() => {
    if (!isOnAir) return
    const timer = setInterval(() => void broadcast.heartbeat(), heartbeatMs)
    return () => clearInterval(timer)
  }, [broadcast, isOnAir])
}
