import { useCallback, useRef, useState } from 'react'
import { upload, type UploadProgress } from '../../api/upload.ts'
import { asProblem, type ProblemData } from '../../api/problem.ts'

/** A file of one's own on the server that goes with a message. */
export interface OutgoingFile {
  fileId: string
  kind: 'photo' | 'video' | 'audio'
  name: string
  /** The file on this device; absent after a reload. */
  url?: string | undefined
  /** An image of it on the server, for a while. */
  image?: string | undefined
  /** What it shows, as it was described on this page. */
  alt?: string | undefined
}

export type AttachmentKind = OutgoingFile['kind']
export interface Attachment {
  localId: string
  name: string
  kind: AttachmentKind
  url: string | undefined
  image?: string | undefined
  alt?: string | undefined
  fileId: string | null
  progress: UploadProgress | null
  problem: ProblemData | null
  source: Blob | null
}
const routes = {
  photo: 'POST /messages/public/file/photo',
  video: 'POST /messages/private/file/video',
  audio: 'POST /messages/private/file',
} as const

/** The files of the message that is being written: each is uploaded as soon as it is chosen. */
export function useAttachments(start: () => readonly OutgoingFile[] = () => []) {
  const [items, setItems] = useState<readonly Attachment[]>(() =>
    start().map((file) => ({
      ...file,
      localId: file.fileId,
      url: file.url,
      progress: null,
      problem: null,
      source: null,
    })),
  )
  const aborts = useRef(new Map<string, AbortController>())
  const change = useCallback(
    (localId: string, next: Partial<Attachment>) =>
      setItems((all) => all.map((item) => (item.localId === localId ? { ...item, ...next } : item))),
    [],
  )
  const begin = ({ localId, kind, source, name }: Attachment) => {
    if (!source) return
    const abort = new AbortController()
    aborts.current.set(localId, abort)
    change(localId, { problem: null, progress: null })
    const file = source instanceof File ? source : new File([source], name, { type: source.type })
    upload(routes[kind], {
      files: { file },
      signal: abort.signal,
      onProgress: (progress) => change(localId, { progress }),
    }).then(
      ({ data }) => change(localId, { fileId: data._id, progress: null }),
      (error: unknown) => (error as Error).name === 'AbortError' || change(localId, { problem: asProblem(error) }),
    )
  }
  return {
    items,
    add: (files: readonly { source: Blob; kind: AttachmentKind; name: string }[]) => {
      const added = files.map(
        ({ source, kind, name }): Attachment => ({
          localId: crypto.randomUUID(),
          name,
          kind,
          url: URL.createObjectURL(source),
          fileId: null,
          progress: null,
          problem: null,
          source,
        }),
      )
      setItems((all) => [...all, ...added])
      for (const item of added) begin(item)
    },
    /** Files that are on the server. */
    addExisting: (files: readonly OutgoingFile[]) =>
      setItems((all) => [
        ...all,
        ...files
          .filter(({ fileId }) => !all.some((item) => item.fileId === fileId))
          .map((file) => ({
            ...file,
            localId: file.fileId,
            url: file.url,
            progress: null,
            problem: null,
            source: null,
          })),
      ]),
    retry: (localId: string) => {
      const item = items.find((entry) => entry.localId === localId)
      if (item) begin(item)
    },
    remove: (localId: string) => {
      aborts.current.get(localId)?.abort()
      setItems((all) => all.filter((item) => item.localId !== localId))
    },
    describe: (localId: string, alt: string) => change(localId, { alt }),
    clear: () => setItems([]),
  }
}
export type Attachments = ReturnType<typeof useAttachments>
