import { useCallback, useEffect, useRef, useState } from 'react'
import { call, upload, type UploadProgress } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useSocketEvent } from '../../../api/socket.ts'

export type UploadKind = 'photo' | 'video' | 'audio' | 'thumbnail' | 'teaser'
export interface UploadItem {
  localId: string
  name: string
  kind: UploadKind
  /** Something to show at once: the file on this machine, or what was made of it. */
  url: string | null
  fileId: string | null
  state: 'waiting' | 'sending' | 'processing' | 'ready' | 'failed'
  progress: UploadProgress | null
  /** Of processing, 0 to 100. */
  percent: number
  problem: ProblemData | { code: string; message: string } | null
  source: File | null
}
interface Status {
  status: string
  progress: number
  errorCode: string | null
}
const routes = {
  photo: 'POST /performer/feeds/photo/upload',
  video: 'POST /performer/feeds/video/upload',
  audio: 'POST /performer/feeds/audio/upload',
  thumbnail: 'POST /performer/feeds/thumbnail/upload',
  teaser: 'POST /performer/feeds/teaser/upload',
} as const
const atOnce = 2
const pollMs = 3000
const over = new Set(['failed', 'blocked', 'deleted'])

/** Files on their way: sent two at a time, then followed until they can be shown. The socket tells; asking is the fallback. */
export function useUploads(start: UploadItem[]) {
  const [items, setItems] = useState<UploadItem[]>(start)
  const aborts = useRef(new Map<string, AbortController>())
  const change = useCallback(
    (localId: string, next: Partial<UploadItem>) =>
      setItems((all) => all.map((one) => (one.localId === localId ? { ...one, ...next } : one))),
    [],
  )

  const follow = useCallback((fileId: string, { status, progress, errorCode }: Status) => {
    setItems((all) =>
      all.map((one) => {
        if (one.fileId !== fileId || one.state === 'ready') return one
        if (status === 'ready') return { ...one, state: 'ready', percent: 100, problem: null }
        if (over.has(status))
          return { ...one, state: 'failed', problem: { code: errorCode ?? 'PROCESSING_FAILED', message: '' } }
        return { ...one, state: 'processing', percent: Math.max(one.percent, progress) }
      }),
    )
  }, [])
  useSocketEvent(
    'file/progressed',
    useCallback(
      (message: Status & { fileId?: string }) => void (message.fileId && follow(message.fileId, message)),
      [follow],
    ),
  )

  const waiting = items
    .filter(({ state }) => state === 'processing')
    .map(({ fileId }) => fileId)
    .join(' ')
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      for (const fileId of waiting.split(' '))
        call('GET /files/:id/status', { params: { id: fileId } }).then(
          ({ data }) => follow(fileId, data),
          () => undefined,
        )
    }, pollMs)
    return () => clearInterval(timer)
  }, [waiting, follow])

  useEffect(() => {
    const sending = items.filter(({ state }) => state === 'sending').length
    for (const item of items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, atOnce - sending))) {
      if (!item.source) continue
      const abort = new AbortController()
      aborts.current.set(item.localId, abort)
      change(item.localId, { state: 'sending', problem: null })
      upload(routes[item.kind], {
        files: { file: item.source },
        signal: abort.signal,
        onProgress: (progress) => change(item.localId, { progress }),
      }).then(
        ({ data }) =>
          change(item.localId, {
            fileId: data._id,
            state: data.status === 'ready' ? 'ready' : 'processing',
            percent: data.progress,
            progress: null,
          }),
        (error: unknown) =>
          (error as Error).name === 'AbortError' ||
          change(item.localId, { state: 'failed', problem: asProblem(error), progress: null }),
      )
    }
  }, [items, change])
  useEffect(() => {
    const all = aborts.current
    return () => {
      for (const abort of all.values()) abort.abort()
    }
  }, [])

  return {
    items,
    add: (files: readonly File[], kind: UploadKind) =>
      setItems((all) => [
        ...all,
        ...files.map(
          (source): UploadItem => ({
            localId: crypto.randomUUID(),
            name: source.name,
            kind,
            url: URL.createObjectURL(source),
            fileId: null,
            state: 'waiting',
            progress: null,
            percent: 0,
            problem: null,
            source,
          }),
        ),
      ]),
    remove: (localId: string) => {
      aborts.current.get(localId)?.abort()
      setItems((all) => all.filter((one) => one.localId !== localId))
    },
    retry: (localId: string) => change(localId, { state: 'waiting', problem: null, percent: 0, fileId: null }),
    move: (localId: string, step: number) =>
      setItems((all) => {
        const at = all.findIndex((one) => one.localId === localId)
        const to = at + step
        const other = all[to]
        if (at < 0 || !other || other.kind !== all[at]?.kind) return all
        const next = [...all]
        next.splice(to, 0, ...next.splice(at, 1))
        return next
      }),
  }
}

/** What a dropped file is, by its type; null where a post can't hold it. */
export const kindOf = (file: Pick<File, 'type' | 'name'>): 'photo' | 'video' | 'audio' | null =>
  file.type.startsWith('image/') || /\.(heic|avif)$/i.test(file.name)
    ? 'photo'
    : file.type.startsWith('video/') || /\.mkv$/i.test(file.name)
      ? 'video'
      : file.type.startsWith('audio/')
        ? 'audio'
        : null
