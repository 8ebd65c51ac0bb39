import TestSupport
import TraceFormat

/// The members of SARIF 2.1.0 that are written, as a schema: their names, their types and which of
/// them are required. The standard knows many more.
enum SARIFShape {
  static func findings(in log: JSONText) throws -> [String] {
    JSONSchema(try JSONText(parsing: Array(text.utf8))).findings(in: log)
  }

  private static let text = #"""
    {
      "type": "object", "required": ["version", "runs"], "additionalProperties": false,
      "properties": {
        "$schema": {"type": "string", "pattern": "^https://"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": {"$ref": "#/$defs/run"}}
      },
      "$defs": {
        "index": {"type": "integer", "minimum": 0},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": {
          "type": "object", "required": ["text"], "additionalProperties": false,
          "properties": {"text": {"type": "string"}}
        },
        "run": {
          "type": "object", "required": ["tool"], "additionalProperties": false,
          "properties": {
            "tool": {
              "type": "object", "required": ["driver"], "additionalProperties": false,
              "properties": {"driver": {"$ref": "#/$defs/driver"}}
            },
            "invocations": {"type": "array", "items": {"$ref": "#/$defs/invocation"}},
            "artifacts": {"type": "array", "items": {"$ref": "#/$defs/artifact"}},
            "logicalLocations": {"type": "array", "items": {"$ref": "#/$defs/logicalLocation"}},
            "results": {"type": "array", "items": {"$ref": "#/$defs/result"}},
            "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]}
          }
        },
        "driver": {
          "type": "object", "required": ["name"], "additionalProperties": false,
          "properties": {
            "name": {"type": "string"}, "version": {"type": "string"},
            "informationUri": {"type": "string", "pattern": "^https?://"},
            "rules": {"type": "array", "items": {"$ref": "#/$defs/rule"}}
          }
        },
        "rule": {
          "type": "object", "required": ["id"], "additionalProperties": false,
          "properties": {
            "id": {"type": "string"}, "shortDescription": {"$ref": "#/$defs/message"},
            "help": {"$ref": "#/$defs/message"},
            "helpUri": {"type": "string", "pattern": "^https?://"},
            "defaultConfiguration": {
              "type": "object", "additionalProperties": false,
              "properties": {"level": {"$ref": "#/$defs/level"}}
            }
          }
        },
        "invocation": {
          "type": "object", "required": ["executionSuccessful"], "additionalProperties": false,
          "properties": {
            "executionSuccessful": {"type": "boolean"},
            "toolExecutionNotifications": {
              "type": "array",
              "items": {
                "type": "object", "required": ["message"], "additionalProperties": false,
                "properties": {
                  "level": {"$ref": "#/$defs/level"}, "message": {"$ref": "#/$defs/message"}
                }
              }
            }
          }
        },
        "artifactLocation": {
          "type": "object", "additionalProperties": false,
          "properties": {
            "uri": {"type": "string", "pattern": "^[-A-Za-z0-9._~/%!$&'()*+,;=@:]*$"},
            "index": {"$ref": "#/$defs/index"}
          }
        },
        "artifact": {
          "type": "object", "additionalProperties": false,
          "properties": {
            "location": {"$ref": "#/$defs/artifactLocation"},
            "roles": {"type": "array", "items": {"enum": ["analysisTarget"]}}
          }
        },
        "logicalLocation": {
          "type": "object", "additionalProperties": false,
          "properties": {
            "name": {"type": "string"}, "fullyQualifiedName": {"type": "string"},
            "kind": {"enum": ["type", "object", "property"]},
            "index": {"$ref": "#/$defs/index"}, "parentIndex": {"$ref": "#/$defs/index"}
          }
        },
        "result": {
          "type": "object", "required": ["message"], "additionalProperties": false,
          "properties": {
            "ruleId": {"type": "string"}, "ruleIndex": {"$ref": "#/$defs/index"},
            "level": {"$ref": "#/$defs/level"}, "message": {"$ref": "#/$defs/message"},
            "locations": {
              "type": "array",
              "items": {
                "type": "object", "additionalProperties": false,
                "properties": {
                  "physicalLocation": {
                    "type": "object", "required": ["artifactLocation"],
                    "additionalProperties": false,
                    "properties": {
                      "artifactLocation": {"$ref": "#/$defs/artifactLocation"},
                      "region": {
                        "type": "object", "required": ["startLine"],
                        "additionalProperties": false,
                        "properties": {"startLine": {"type": "integer", "minimum": 1}}
                      }
                    }
                  },
                  "logicalLocations": {
                    "type": "array", "items": {"$ref": "#/$defs/logicalLocation"}
                  }
                }
              }
            },
            "partialFingerprints": {
              "type": "object", "additionalProperties": {"type": "string"}
            },
            "properties": {"type": "object"}
          }
        }
      }
    }
    """#
}
