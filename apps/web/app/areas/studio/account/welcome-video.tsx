import { Trash2, Video as VideoIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { upload, type UploadProgress } from '../../../api/upload.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { videoOf } from '../../../parts/posts/files.ts'
import { Video } from '../../../parts/player/video.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ProgressBar, UploadBar } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast.tsx'
import { acceptOf, refusedFile } from '../editor/accepted.ts'
import { SettingsSection } from '../pieces/settings-frame.tsx'
import type { Me } from './basics.tsx'

const pollEveryMs = 2000
const over = new Set(['failed', 'blocked'])

/** A short video that greets everybody on the profile: sent, followed until it can be seen, replaced, taken away. */
export function WelcomeVideo({ me }: { me: Me }) {
  const t = useT()
  const { bytes, percent } = useFormats()
  const { revalidate } = useRevalidator()
  const { sendOrThrow } = useMutation()
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)
  const abort = useRef<AbortController>(null)
  const video = me.welcomeVideo && !me.welcomeVideo.isLocked ? videoOf(me.welcomeVideo) : null
  const underWay = me.welcomeVideoUnderWay
  const failed = underWay !== null && over.has(underWay.status)
  const working = underWay !== null && !failed
  useEffect(() => {
    if (!working) return
    const timer = setInterval(() => void revalidate(), pollEveryMs)
    return () => clearInterval(timer)
  }, [working, revalidate])
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (file: File | undefined) => {
    if (!file || progress) return
    const refused = refusedFile(file, 'video')
    setWrong(
      refused &&
        (refused.code === 'TOO_LARGE'
          ? t('studio.refused.TOO_LARGE', { most: bytes(refused.saidBytesMax) })
          : t(refused.code === 'FILE_EMPTY' ? 'studio.refused.FILE_EMPTY' : 'creator.video.notOne')),
    )
    if (refused) return
    abort.current = new AbortController()
    setProgress({ sentBytes: 0, totalBytes: file.size, secondsLeft: null })
    try {
      await upload('POST /performers/welcome-video/upload', {
        files: { file },
        onProgress: setProgress,
        signal: abort.current.signal,
      })
      await revalidate()
    } catch (error) {
      if ((error as Error).name !== 'AbortError') toast.problem(error)
    } finally {
      setProgress(null)
    }
  }
  return (
    <SettingsSection title={t('creator.video.title')} lead={t('creator.video.lead')}>
      {video ? (
        <div className="max-w-[420px] overflow-hidden rounded-md">
          <Video key={video.id} video={video} title={t('creator.video.title')} />
        </div>
      ) : null}
      {progress ? (
        <div className="grid gap-2">
          <UploadBar progress={progress} label={t('creator.video.sending')} />
          <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => abort.current?.abort()}>
            {t('creator.video.stop')}
          </Button>
        </div>
      ) : working ? (
        <div role="status" className="grid gap-2 text-sm text-ink-2">
          <p>
            {t('creator.video.working')} {percent(underWay.progress / 100)}
          </p>
          <ProgressBar share={underWay.progress / 100} label={t('creator.video.working')} />
        </div>
      ) : failed ? (
        <p role="alert" className="text-sm text-danger-text">
          {t('creator.video.failed')}
        </p>
      ) : null}
      {me.verificationStatus === 'approved' ? (
        <div className="flex flex-wrap items-center gap-2">
          <input
            id="welcome-video"
            type="file"
            accept={acceptOf('video')}
            className="peer sr-only"
            disabled={progress !== null}
            onChange={(event) => (void send(event.currentTarget.files?.[0]), (event.currentTarget.value = ''))}
          />
          <label
            htmlFor="welcome-video"
            className={`${buttonClass('quiet', 'sm')} peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus`}
          >
            <VideoIcon aria-hidden="true" />
            {t(video || underWay ? 'creator.video.replace' : 'creator.video.choose')}
          </label>
          {video || underWay ? (
            <Button size="sm" variant="ghost" onClick={() => setRemoving(true)}>
              <Trash2 aria-hidden="true" />
              {t('creator.video.remove')}
            </Button>
          ) : null}
        </div>
      ) : (
        <p className="text-sm text-ink-2">{t('creator.video.later')}</p>
      )}
      {wrong ? (
        <p role="alert" className="text-xs text-danger-text">
          {wrong}
        </p>
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={t('creator.video.confirmRemove')}
          action={t('creator.video.remove')}
          busy={t('ui.saving')}
          onConfirm={async () => {
            await sendOrThrow('DELETE /performers/welcome-video')
            await revalidate()
          }}
          onClose={() => setRemoving(false)}
        >
          {t('creator.video.removeText')}
        </ConfirmDialog>
      ) : null}
    </SettingsSection>
  )
}
