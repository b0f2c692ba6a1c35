import { Camera, ImagePlus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '../../../api/client.ts'
import { upload, type UploadProgress } from '../../../api/upload.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { UploadBar } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast.tsx'
import { acceptOf, type RefusedFile, refusedFile } from '../editor/accepted.ts'
import type { CropArea } from './crop-dialog.tsx'

const CropDialog = lazy(() => import('./crop-dialog.tsx'))
const routes = { avatar: 'POST /performers/avatar/upload', cover: 'POST /performers/cover/upload' } as const

/** The cover and the avatar, as the profile shows them. */
export function Images({ avatar, cover }: { avatar: string; cover: string | null }) {
  const t = useT()
  const { bytes } = useFormats()
  const portrait = useImage('avatar')
  const wide = useImage('cover')
  const refused = portrait.refused ?? wide.refused
  const progress = portrait.progress ?? wide.progress
  return (
    <section aria-label={t('studio.account.images')} className="overflow-hidden rounded-lg bg-surface ring-1 ring-line">
      <div className="relative h-32 bg-surface-2 sm:h-44">
        {cover ? <img src={cover} alt="" className="size-full object-cover" /> : null}
        <Choose
          id="cover"
          take={wide.take}
          label={t('studio.account.changeCover')}
          className={`${buttonClass('media', 'sm')} absolute end-3 bottom-3`}
          icon={<ImagePlus aria-hidden="true" />}
        />
      </div>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 px-4 pb-4 md:px-5">
        <span className="-mt-9 rounded-full ring-4 ring-surface">
          <Avatar src={avatar} size={84} />
        </span>
        <Choose
          id="avatar"
          take={portrait.take}
          label={t('studio.account.changeAvatar')}
          className={`${buttonClass('quiet', 'sm')} mt-3`}
          icon={<Camera aria-hidden="true" />}
        />
        <p className="text-xs text-ink-3 max-sm:w-full">{t('studio.account.imageHint')}</p>
        {progress ? (
          <div className="w-full">
            <UploadBar progress={progress} label={t('studio.account.sendingImage')} />
          </div>
        ) : null}
        <p role="alert" className="w-full text-xs text-danger-text empty:hidden">
          {refused
            ? `${refused.name} ${
                refused.code === 'TOO_LARGE'
                  ? t('studio.refused.TOO_LARGE', { most: bytes(refused.saidBytesMax) })
                  : t(refused.code === 'FILE_EMPTY' ? 'studio.refused.FILE_EMPTY' : 'studio.account.notAnImage')
              }`
            : null}
        </p>
      </div>
      {portrait.dialog}
      {wide.dialog}
    </section>
  )
}

function Choose({
  id,
  label,
  icon,
  className,
  take,
}: {
  id: string
  label: string
  icon: React.ReactNode
  className: string
  take: (file: File | undefined) => void
}) {
  return (
    <>
      <input
        id={id}
        type="file"
        accept={acceptOf('photo')}
        className="peer sr-only"
        onChange={(event) => (take(event.currentTarget.files?.[0]), (event.currentTarget.value = ''))}
      />
      <label
        htmlFor={id}
        className={`${className} peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus`}
      >
        {icon}
        {label}
      </label>
    </>
  )
}

/** One image on its way: shown at once from this device, and from the server when it is ready. */
function useImage(kind: keyof typeof routes) {
  const { revalidate } = useRevalidator()
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [cutting, setCutting] = useState<{ file: File; image: string } | null>(null)
  const [refused, setRefused] = useState<RefusedFile | null>(null)
  const working = useRef(false)

  /** Checks the file first: an image that the browser can render is cropped on screen; others are sent whole and centre-cropped. */
  const take = async (file: File | undefined) => {
    if (!file || working.current) return
    const wrong = refusedFile(file, 'thumbnail')
    setRefused(wrong)
    if (wrong) return
    const image = URL.createObjectURL(file)
    if (await canRender(image)) return setCutting({ file, image })
    URL.revokeObjectURL(image)
    await send(file, null)
  }
  const stopCutting = () => {
    if (cutting) URL.revokeObjectURL(cutting.image)
    setCutting(null)
  }

  const send = async (file: File, crop: CropArea | null) => {
    if (working.current) return
    working.current = true
    setProgress({ sentBytes: 0, totalBytes: file.size, secondsLeft: null })
    try {
      const { data } = await upload(routes[kind], {
        ...(crop && { fields: { crop: JSON.stringify(crop) } }),
        files: { [kind]: file },
        onProgress: setProgress,
      })
      await ready(data._id)
      toast.success('ui.saved')
      await revalidate()
    } catch (error) {
      toast.problem(error)
    } finally {
      setProgress(null)
      working.current = false
    }
  }
  return {
    progress,
    refused,
    take: (file: File | undefined) => void take(file),
    dialog: cutting ? (
      <Suspense>
        <CropDialog
          image={cutting.image}
          kind={kind}
          onClose={stopCutting}
          onDone={(area) => {
            const { file } = cutting
            stopCutting()
            void send(file, area)
          }}
        />
      </Suspense>
    ) : null,
  }
}

const canRender = (image: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = new Image()
    probe.onload = () => resolve(true)
    probe.onerror = () => resolve(false)
    probe.src = image
  })

/** Waits until processing of the image succeeds or fails; if it takes longer, it continues without this page. */
async function ready(id: string): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const { data } = await call('GET /files/:id/status', { params: { id } })
    if (data.status !== 'processing' && data.status !== 'uploaded' && data.status !== 'scanning') return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
