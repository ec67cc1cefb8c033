import type { Permission } from "~/domain/access";

/** File types that the portal detects by their bytes. */
export const fileTypes = {
  jpeg: { extensions: [".jpg", ".jpeg"], contentType: "image/jpeg" },
  png: { extensions: [".png"], contentType: "image/png" },
  webp: { extensions: [".webp"], contentType: "image/webp" },
  gif: { extensions: [".gif"], contentType: "image/gif" },
  pdf: { extensions: [".pdf"], contentType: "application/pdf" },
  doc: { extensions: [".doc"], contentType: "application/msword" },
  docx: {
    extensions: [".docx"],
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  },
  xls: { extensions: [".xls"], contentType: "application/vnd.ms-excel" },
  /** Told by the absence of anything else: text. */
  csv: { extensions: [".csv"], contentType: "text/csv" },
  xlsx: { extensions: [".xlsx"], contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
} as const satisfies Record<string, { extensions: readonly string[]; contentType: string }>;
export type FileType = keyof typeof fileTypes;

const MB = 1024 * 1024;
/** Bytes (rules.md uploads/kinds). */
const MAX_DOCUMENT_BYTES = 20 * MB;
export const MAX_IMAGE_BYTES = 5 * MB;

interface UploadKindDefinition {
  /** The name in messages and labels. */
  label: string;
  types: readonly FileType[];
  maxBytes: number;
  /** Required to upload one. */
  permission: Permission;
  /**
   * Readers besides the owner and staff. `people`: every signed-in user. `attached`: those who can read the record it
   * is attached to. `owner`: only the owner, not even staff.
   */
  readers: "everyone" | "people" | "attached" | "owner";
}

const anyImage = ["jpeg", "png", "webp", "gif"] as const;
const word = ["doc", "docx"] as const;
const excel = ["xls", "xlsx"] as const;
const images = { types: anyImage, maxBytes: MAX_IMAGE_BYTES };
const documents = { maxBytes: MAX_DOCUMENT_BYTES, readers: "attached" } as const;

/** The upload kinds with the specified file types (rules.md uploads/kinds). */
export const uploadKinds = {
  serviceTemplate: {
    label: "Template",
    types: excel,
    maxBytes: MAX_DOCUMENT_BYTES,
    permission: "services.manage",
    readers: "people",
  },
  /** The agency's logos and icon. A drawing (SVG) can hold script, and no printed document can hold it. */
  brandImage: {
    label: "Logo or icon",
    types: ["png", "webp"],
    maxBytes: MB,
    permission: "settings.manage",
    readers: "everyone",
  },
  serviceImage: { label: "Service image", ...images, permission: "services.manage", readers: "everyone" },
  sampleReportImage: { label: "Sample report image", ...images, permission: "services.manage", readers: "everyone" },
  intakeFieldImage: { label: "Help image", ...images, permission: "services.manage", readers: "people" },
  announcementImage: {
    label: "Announcement image",
    ...images,
    permission: "announcements.manage",
    readers: "everyone",
  },
  creativeFile: {
    label: "Document or image",
    ...documents,
    types: [...anyImage, "pdf", ...word, ...excel],
    permission: "creatives.manage",
  },
  profilePhoto: {
    label: "Photo",
    types: ["jpeg"],
    maxBytes: MAX_IMAGE_BYTES,
    permission: "files.upload",
    readers: "attached",
  },
  /** 'Project file upload' of the step that follows the order on the checkout page. */
  projectStepFile: {
    label: "Project file",
    ...documents,
    types: [...word, ...excel],
    permission: "files.upload",
  },
  /** 'Project upload (checkout success)', which also accepts a PDF. */
  projectFile: {
    label: "Project file",
    ...documents,
    types: [...word, ...excel, "pdf"],
    permission: "files.upload",
  },
  intakeFile: {
    label: "File",
    ...documents,
    types: [...word, ...excel],
    permission: "files.upload",
  },
  orderDetailsFile: {
    label: "Order file",
    ...documents,
    types: [...word, ...excel, "pdf"],
    permission: "orders.projectDetails",
  },
  report: { label: "Report", ...documents, types: ["pdf", ...word, ...excel], permission: "orders.edit" },
  /** Files of a message, read by those who read its thread. */
  messageFile: {
    label: "File",
    ...documents,
    types: [...anyImage, "pdf", ...word, ...excel],
    permission: "orders.messages",
  },
  /** Rows of links, read once and shown to nobody else. */
  placementSheet: {
    label: "Sheet",
    types: ["xlsx", "csv"],
    maxBytes: MAX_DOCUMENT_BYTES,
    permission: "placements.edit",
    readers: "owner",
  },
  /** Clients to import, read once. */
  clientSheet: { label: "CSV file", types: ["csv"], maxBytes: 2 * MB, permission: "clients.import", readers: "owner" },
  /** Made by the portal for the user who requested it; never uploaded. */
  export: {
    label: "Export",
    types: ["xlsx"],
    maxBytes: Number.MAX_SAFE_INTEGER,
    permission: "exports.make",
    readers: "owner",
  },
} as const satisfies Record<string, UploadKindDefinition>;

export type UploadKind = keyof typeof uploadKinds;

export const isUploadKind = (text: string): text is UploadKind => Object.hasOwn(uploadKinds, text);

const definitionOf = (kind: UploadKind): UploadKindDefinition => uploadKinds[kind];

/** '.xls, .xlsx'. */
export const allowedTypesText = (kind: UploadKind) =>
  definitionOf(kind)
    .types.flatMap((type) => fileTypes[type].extensions)
    .join(", ");

/** The accept attribute of a file input. File pickers differ in whether they use extensions or types. */
export const acceptAttribute = (kind: UploadKind) =>
  definitionOf(kind)
    .types.flatMap((type) => [...fileTypes[type].extensions, fileTypes[type].contentType])
    .join(",");

/** The limit in bytes. Images have their own limit in kinds that also take documents (rules.md uploads/kinds). */
export const maxBytesOf = (kind: UploadKind, type: FileType) =>
  Math.min(definitionOf(kind).maxBytes, isImage(type) ? MAX_IMAGE_BYTES : Number.MAX_SAFE_INTEGER);
const isImage = (type: FileType) => (anyImage as readonly FileType[]).includes(type);

/** '20 MB', plus the image limit when the kind takes both. */
export function maxSizeText(kind: UploadKind) {
  const { maxBytes, types } = definitionOf(kind);
  const mixed = maxBytes > MAX_IMAGE_BYTES && types.some(isImage);
  return `${maxBytes / MB} MB${mixed ? `, an image ${MAX_IMAGE_BYTES / MB} MB` : ""}`;
}

/** The hint next to a file input. */
export const uploadHint = (kind: UploadKind) => `${allowedTypesText(kind)}, up to ${maxSizeText(kind)}`;
