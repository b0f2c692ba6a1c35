import 'react-easy-crop/react-easy-crop.css'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import type { Area } from 'react-easy-crop'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

export type CropArea = Area
interface CropDialogProps {
  /** An address on this device. */
  image: string
  kind: 'avatar' | 'cover'
  onDone: (area: Area) => void
  onClose: () => void
}
const shapes = { avatar: { aspect: 1, cropShape: 'round' }, cover: { aspect: 1144 / 252, cropShape: 'rect' } } as const
const zoomMax = 4

/** Which part of an image is shown. Dragged, or moved with the arrow keys; the server cuts it from the original. */
export default function CropDialog({ image, kind, onDone, onClose }: CropDialogProps) {
  const t = useT()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(kind === 'avatar' ? 'creator.crop.avatar' : 'creator.crop.cover')}
      description={t('creator.crop.how')}
      width={620}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button variant="primary" disabled={!area} onClick={() => area && onDone(area)}>
            {t('creator.crop.use')}
          </Button>
        </div>
      }
    >
      <div dir="ltr" className="relative h-[min(46vh,360px)] overflow-hidden rounded-md bg-[#241d16]">
        <Cropper
          image={image}
          {...shapes[kind]}
          crop={crop}
          zoom={zoom}
          maxZoom={zoomMax}
          keyboardStep={8}
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': t('creator.crop.area') }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={setArea}
        />
      </div>
      <label className="mt-4 flex items-center gap-4 text-sm">
        <span className="shrink-0 font-semibold">{t('creator.crop.zoom')}</span>
        <input
          type="range"
          min={1}
          max={zoomMax}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
          className="h-11 min-w-0 flex-1 accent-(--primary-text)"
        />
      </label>
    </Dialog>
  )
}
