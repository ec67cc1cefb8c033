import type { Permission } from "~/domain/access";

/** Content types that the portal knows, told apart by their bytes. */
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
  xlsx: { extensions: [".xlsx"], contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
} as const satisfies Record<string, { extensions: readonly string[]; contentType: string }>;
export type FileType = keyof typeof fileTypes;

const MB = 1024 * 1024;
/** Bytes (rules.md uploads/kinds). */
const MAX_DOCUMENT_BYTES = 20 * MB;
export const MAX_IMAGE_BYTES = 5 * MB;

interface UploadKindDefinition {
  /** What people call it in messages and labels. */
  label: string;
  types: readonly FileType[];
  maxBytes: number;
  /** Who may bring one. */
  permission: Permission;
  /**
   * Who may read one beside its owner and staff: everyone, every signed-in person, or only who may read what it is
   * attached to. owner: nobody else, no staff either.
   */
  readers: "everyone" | "people" | "attached" | "owner";
}

const anyImage = ["jpeg", "png", "webp", "gif"] as const;
const word = ["doc", "docx"] as const;
const excel = ["xls", "xlsx"] as const;
const images = { types: anyImage, maxBytes: MAX_IMAGE_BYTES };
const documents = { maxBytes: MAX_DOCUMENT_BYTES, readers: "attached" } as const;

/** The one table of uploads: each list of types exactly as specified (rules.md uploads/kinds). */
export const uploadKinds = {
  serviceTemplate: {
    label: "Template",
    types: excel,
    maxBytes: MAX_DOCUMENT_BYTES,
    permission: "services.manage",
    readers: "people",
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
    permission: "files.uploadToCheckout",
  },
  /** 'Project upload (checkout success)': the one that also takes a PDF. */
  projectFile: {
    label: "Project file",
    ...documents,
    types: [...word, ...excel, "pdf"],
    permission: "files.uploadToCheckout",
  },
  intakeFile: {
    label: "File",
    ...documents,
    types: [...word, ...excel],
    permission: "files.uploadToCheckout",
  },
  orderDetailsFile: {
    label: "Order file",
    ...documents,
    types: [...word, ...excel, "pdf"],
    permission: "orders.projectDetails",
  },
  report: { label: "Report", ...documents, types: ["pdf", ...word, ...excel], permission: "orders.edit" },
  /** A spreadsheet made for the person who asked for it; nobody brings one. */
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

/** '.xls, .xlsx', for people. */
export const allowedTypesText = (kind: UploadKind) =>
  definitionOf(kind)
    .types.flatMap((type) => fileTypes[type].extensions)
    .join(", ");

/** The accept attribute of a file input: extensions and types, as pickers differ in which they heed. */
export const acceptAttribute = (kind: UploadKind) =>
  definitionOf(kind)
    .types.flatMap((type) => [...fileTypes[type].extensions, fileTypes[type].contentType])
    .join(",");

/**
 * The most that one of these may weigh: a kind that takes documents takes images all the same (rules.md uploads/kinds).
 */
export const maxBytesOf = (kind: UploadKind, type: FileType) =>
  Math.min(definitionOf(kind).maxBytes, isImage(type) ? MAX_IMAGE_BYTES : Number.MAX_SAFE_INTEGER);
const isImage = (type: FileType) => (anyImage as readonly FileType[]).includes(type);

/** '20 MB'; with what images may weigh where both are taken. */
export function maxSizeText(kind: UploadKind) {
  const { maxBytes, types } = definitionOf(kind);
  const mixed = maxBytes > MAX_IMAGE_BYTES && types.some(isImage);
  return `${maxBytes / MB} MB${mixed ? `, an image ${MAX_IMAGE_BYTES / MB} MB` : ""}`;
}

/** One line of help beside a file input. */
export const uploadHint = (kind: UploadKind) => `${allowedTypesText(kind)}, up to ${maxSizeText(kind)}`;
